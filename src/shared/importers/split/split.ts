import type { Condition } from '../../schemas/condition.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Serve } from '../../schemas/split.ts'
import { displayKeys } from '../display-keys.ts'
import { below } from '../finding.ts'
import { fittingRules } from '../rule-ids.ts'
import type { SplitCondition, SplitDefinition } from './config.ts'
import { matcherOf, treatmentOf } from './matcher.ts'
import { bucketingKey, type SplitScope } from './scope.ts'
import { control } from './treatment.ts'

/** Whole numbers from 1 to 100, by murmur3 of the key with the seed. */
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

/** The partitions of a condition: cumulated, with their ends; what they leave is `control`. */
const partitionsOf = (treatments: Treatments, seed: number, { partitions }: SplitCondition): Serve => {
  const all = (partitions ?? []).filter(({ size }) => size > 0)
  const [only] = all
  if (only !== undefined && only.size >= 100) return serveOf(treatments, only.treatment)
  let end = 0
  return {
    wide: {
      point: pointOf(seed),
      bounds: '(]',
      slots: all.map(({ treatment, size }) => {
        const lo = end
        end += size
        return { lo, hi: end, serve: serveOf(treatments, treatment) }
      }),
      overflow: 'serve',
      overflowServe: { useDefault: true },
      noUnit: 'serve',
      noUnitServe: { useDefault: true },
      source: { layout: 'cumulative', weights: all.map(({ treatment, size }) => ({ treatment, size })) },
    },
  }
}

/**
 * One split: its treatments are variants, texts, or true and false where it has `on` and `off` alone; configurations are
 * payloads. Killed, and where a prerequisite is not met, it answers its default treatment.
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
  if (conditions.some(({ partitions }) => (partitions ?? []).reduce((sum, { size }) => sum + size, 0) !== 100)) {
    const message =
      'Percentages of a condition do not add up to 100. Its SDKs answer control then; make it 100 where it is.'
    scope.report('block', 'conditions', message)
  }
  const fallback = serveOf(treatments, defaultTreatment)
  // without a condition, or with one of no matchers, SDKs have nothing to go by
  const isEmpty = conditions.length === 0 || conditions.some(({ matcherGroup }) => matcherGroup.matchers.length === 0)
  const outputs = all.flatMap((treatment): [string, { name?: string; payload?: Json }][] => {
    const ours = treatments.get(treatment) ?? treatment
    const payload = split.configurations?.[treatment]
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
    on: split.killed !== true,
    variants: Object.fromEntries(
      all.map((treatment) => [treatments.get(treatment) ?? treatment, isBoolean ? treatment === 'on' : treatment]),
    ),
    offVariant: treatments.get(defaultTreatment) ?? null,
    prerequisites: [],
    rules: fittingRules([
      ...unmet(scope, split, fallback),
      ...(isEmpty ? [] : rulesOf(scope, split, treatments, fallback)),
    ]),
    otherwise: isEmpty ? { useDefault: true } : fallback,
    salt: String(seed),
    visibleToClients: false,
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  }
}

const unmet = (scope: SplitScope, { prerequisites }: SplitDefinition, serve: Serve): Rule[] => {
  const all = (prerequisites ?? []).map(({ n, ts }) => treatmentOf(scope, n, ts))
  return all.length === 0 ? [] : [{ id: 'prerequisites', when: { not: { all } }, serve }]
}

const rulesOf = (scope: SplitScope, split: SplitDefinition, treatments: Treatments, fallback: Serve): Rule[] => {
  const { conditions, seed, trafficAllocation, trafficAllocationSeed } = split
  const rules: Rule[] = []
  let allocated = false
  for (const [i, condition] of conditions.entries()) {
    if (condition.conditionType === 'ROLLOUT' && !allocated) {
      allocated = true
      // Looked at once, before the first condition that rolls out: who is outside gets the default treatment.
      if (trafficAllocation != null && trafficAllocation < 100) {
        const within = { point: pointOf(trafficAllocationSeed ?? 0), lo: trafficAllocation, bounds: '(]' as const }
        rules.push({ id: 'traffic', name: 'Outside the traffic', when: { within }, serve: fallback })
      }
    }
    const inside = { ...scope, report: below(scope.report, `conditions.${i}`) }
    const matchers = condition.matcherGroup.matchers.map((matcher) => matcherOf(inside, matcher))
    const when: Condition = matchers.every((matcher) => matcher === true) ? true : { all: matchers }
    rules.push({ id: `condition-${i + 1}`, when, serve: partitionsOf(treatments, seed, condition) })
  }
  return rules
}
