import type { Condition } from '../../../schemas/condition.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { below } from '../../importing/finding.ts'
import { fittingRules } from '../../importing/rule-ids.ts'
import type { SplitCondition, SplitDefinition } from './config.ts'
import { matcherOf, treatmentOf } from './matcher.ts'
import { isKnown, readingOf } from './reading.ts'
import { bucketingKey, type SplitScope } from './scope.ts'
import { control } from './treatment.ts'

/** Buckets 1 to 100: MurmurHash3 of the key with the seed. */
const pointOf = (seed: number): ExtendedPoint => ({
  unit: { parts: [{ attribute: bucketingKey, str: 'js' }] },
  hash: { algorithm: 'murmur3-32', seed, encoding: 'utf8' },
  norm: { kind: 'mod', mod: 100, add: 1 },
})

type Treatments = ReadonlyMap<string, string>

const serveOf = (treatments: Treatments, treatment: string): Serve => {
  const variant = treatments.get(treatment)
  return variant === undefined || treatment === control ? { useDefault: true } : { variant }
}

/** The cumulative partitions of a condition. A condition without partitions serves the default treatment. */
const partitionsOf = (
  treatments: Treatments,
  { seed, defaultTreatment }: SplitDefinition,
  { partitions }: SplitCondition,
): Serve => {
  if (partitions == null) return serveOf(treatments, defaultTreatment)
  let [sum, taken] = [0, 0]
  const slots = partitions.flatMap(({ treatment, size }) => {
    sum += size
    // The first partition that reaches a bucket gets it.
    if (sum <= taken) return []
    const lo = taken
    taken = sum
    return [{ lo, hi: sum, serve: serveOf(treatments, treatment) }]
  })
  const [first] = slots
  if (first !== undefined && first.hi >= 100) return first.serve
  return {
    wide: {
      point: pointOf(seed),
      bounds: '(]',
      slots,
      overflow: 'serve',
      overflowServe: { useDefault: true },
      noUnit: 'serve',
      noUnitServe: { useDefault: true },
      source: {
        layout: 'cumulative',
        weights: partitions.filter(({ size }) => size > 0).map(({ treatment, size }) => ({ treatment, size })),
      },
    },
  }
}

const failing =
  'Its percentages do not add up to 100, or a number it compares with is missing. SDKs answer control then, and so does it here.'

/**
 * Converts one split. Its treatments become string variants, or booleans if they are only `on` and `off`;
 * configurations become payloads. If the split is killed or a prerequisite is not met, it serves its default treatment.
 */
export const splitOf = (scope: SplitScope, key: string, split: SplitDefinition): FlagDocument => {
  const { name, defaultTreatment, conditions, seed } = split
  const named = [
    ...conditions.flatMap(({ partitions }) => (partitions ?? []).map(({ treatment }) => treatment)),
    defaultTreatment,
    ...Object.keys(split.configurations ?? {}),
  ]
  const all = [...new Set(named)].filter((treatment) => treatment !== control)
  const treatments = displayKeys(all, 'treatment')
  const isBoolean = all.length > 0 && all.every((treatment) => treatment === 'on' || treatment === 'off')
  if (split.algo != null && split.algo !== 2) {
    scope.report(
      'block',
      'algo',
      'It divides by an algorithm that SDKs gave up. Set it to the current one where it is.',
    )
  }
  const reading = readingOf(split)
  if (reading === 'fails') scope.report('warn', 'conditions', failing)
  if (reading === 'unknown') reportUnknown(scope, split)
  const fallback = serveOf(treatments, defaultTreatment)
  const outputs = all.flatMap((treatment): [string, { name?: string; payload?: Json }][] => {
    const ours = treatments.get(treatment) ?? treatment
    const payload = split.configurations?.[treatment] || undefined
    return ours === treatment && payload === undefined
      ? []
      : [[ours, { name: treatment, ...(payload === undefined ? {} : { payload }) }]]
  })
  if (Object.keys(split.configurations ?? {}).length > 0) {
    scope.report('info', 'configurations', 'Its configurations are kept beside the treatments, as payloads.')
  }
  return {
    key,
    ...(key === name ? {} : { hashKey: name }),
    type: isBoolean ? 'boolean' : 'string',
    on: split.killed !== true || reading === 'fails',
    variants: Object.fromEntries(
      all.map((treatment) => [treatments.get(treatment) ?? treatment, isBoolean ? treatment === 'on' : treatment]),
    ),
    offVariant: treatments.get(defaultTreatment) ?? null,
    prerequisites: [],
    rules: fittingRules([
      ...(reading === 'fails' ? [] : unmet(scope, split, fallback)),
      ...(reading === 'whole' ? rulesOf(scope, split, treatments, fallback) : []),
    ]),
    otherwise: reading === 'whole' ? fallback : { useDefault: true },
    salt: String(seed),
    visibleToClients: false,
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  }
}

const reportUnknown = ({ report }: SplitScope, { conditions }: SplitDefinition): void => {
  const all = conditions.flatMap(({ matcherGroup }) => matcherGroup.matchers)
  const type = all.find((matcher) => !isKnown(matcher))?.matcherType ?? ''
  const message = `It matches by ${type}, which is not known. Write that rule in another way.`
  report('block', 'conditions', message)
}

const unmet = (scope: SplitScope, { prerequisites }: SplitDefinition, serve: Serve): Rule[] => {
  for (const { n } of prerequisites ?? []) {
    const other = scope.config.splits.find(({ name }) => name === n)
    if (other === undefined || readingOf(other) !== 'fails') continue
    const message = `Its prerequisite ${n} is a split that SDKs fail on, and they fail with it. Correct that one where it is.`
    scope.report('block', 'prerequisites', message)
  }
  const all = (prerequisites ?? []).map(({ n, ts }) => treatmentOf(scope, n, ts))
  return all.length === 0 ? [] : [{ id: 'prerequisites', when: { not: { all } }, serve }]
}

const rulesOf = (scope: SplitScope, split: SplitDefinition, treatments: Treatments, fallback: Serve): Rule[] => {
  const { conditions, trafficAllocationSeed } = split
  // null compares like 0.
  const trafficAllocation = split.trafficAllocation === null ? 0 : split.trafficAllocation
  const rules: Rule[] = []
  let allocated = false
  for (const [i, condition] of conditions.entries()) {
    if (condition.conditionType === 'ROLLOUT' && !allocated) {
      allocated = true
      // Checked once, before the first rollout condition: users outside of the traffic get the default treatment.
      if (trafficAllocation !== undefined && trafficAllocation < 100) {
        const within = { point: pointOf(trafficAllocationSeed ?? 0), lo: trafficAllocation, bounds: '(]' as const }
        rules.push({ id: 'traffic', name: 'Outside the traffic', when: { within }, serve: fallback })
      }
    }
    const inside = { ...scope, report: below(scope.report, `conditions.${i}`) }
    const matchers = condition.matcherGroup.matchers.map((matcher) => matcherOf(inside, matcher))
    const when: Condition = matchers.every((matcher) => matcher === true) ? true : { all: matchers }
    rules.push({ id: `condition-${i + 1}`, when, serve: partitionsOf(treatments, split, condition) })
  }
  return rules
}
