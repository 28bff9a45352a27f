import { type Fields, isFields, listed, textOf } from '../../importing/assembly.ts'

/** A rule or fallthrough of the management API in the words of the SDKs. */
const serving = ({ variation, rollout }: Fields): Fields => {
  if (!isFields(rollout)) return variation === undefined ? {} : { variation }
  const { experimentAllocation, variations, bucketBy, contextKind, seed } = rollout
  return {
    rollout: {
      ...(isFields(experimentAllocation) ? { kind: 'experiment' } : {}),
      ...(bucketBy == null ? {} : { bucketBy }),
      ...(contextKind == null ? {} : { contextKind }),
      ...(seed == null ? {} : { seed }),
      variations: listed(variations).map(({ variation: one, weight, _untracked }) => ({
        variation: one,
        weight,
        ...(_untracked === true ? { untracked: true } : {}),
      })),
    },
  }
}

/** One flag in one environment, as the management API tells of it, as the SDKs are told. */
const flagIn = (flag: Fields, there: Fields): Fields => ({
  on: there['on'] === true,
  salt: there['salt'],
  variations: listed(flag['variations']).map(({ value }) => value),
  offVariation: there['offVariation'],
  fallthrough: isFields(there['fallthrough']) ? serving(there['fallthrough']) : {},
  targets: there['targets'] ?? [],
  contextTargets: there['contextTargets'] ?? [],
  prerequisites: there['prerequisites'] ?? [],
  rules: listed(there['rules']).map((rule) => ({ id: rule['_id'], clauses: rule['clauses'], ...serving(rule) })),
  clientSideAvailability: flag['clientSideAvailability'],
  ...(isFields(flag['migrationSettings']) ? { migration: flag['migrationSettings'] } : {}),
})

/** Whether the management API left out the rules of an environment, as it does unless `summary=0` asks for them. */
export const isSummary = (flags: readonly Fields[], environment: string): boolean =>
  flags.some(({ environments }) => {
    const there = isFields(environments) ? environments[environment] : undefined
    return isFields(there) && !('fallthrough' in there)
  })

/**
 * The document of one environment, made of what the management API says. It has no salts of segments: compiling says so
 * where a segment takes in a share of people.
 */
export const configFromRest = (flags: readonly Fields[], segments: readonly Fields[], environment: string): unknown => {
  const entries = flags.flatMap((flag): [string, Fields][] => {
    const key = textOf(flag['key'])
    const there = isFields(flag['environments']) ? flag['environments'][environment] : undefined
    return key === undefined || !isFields(there) ? [] : [[key, flagIn(flag, there)]]
  })
  const bySegment = segments.flatMap((segment): [string, Fields][] => {
    const key = textOf(segment['key'])
    if (key === undefined || segment['deleted'] === true) return []
    return [[key, segment]]
  })
  return { flags: Object.fromEntries(entries), segments: Object.fromEntries(bySegment) }
}
