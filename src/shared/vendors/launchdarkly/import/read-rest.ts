import { type Fields, isFields, listed, textOf } from '../../importing/assembly.ts'

/** Converts a rule or fallthrough of the management API to the SDKs' form. */
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

/** Converts a flag in one environment from the management API to the SDKs' form. */
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

/** Whether the management API omitted the rules of an environment, as it does without `summary=0`. */
export const isSummary = (flags: readonly Fields[], environment: string): boolean =>
  flags.some(({ environments }) => {
    const there = isFields(environments) ? environments[environment] : undefined
    return isFields(there) && !('fallthrough' in there)
  })

/**
 * Builds the document of one environment from the management API. It contains no segment salts; a finding reports this
 * if a segment uses a percentage.
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
