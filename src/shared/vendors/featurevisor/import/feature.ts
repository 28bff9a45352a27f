import type { Condition, FlagTest } from '../../../schemas/condition.ts'
import type { ExtendedPoint, UnitPart } from '../../../schemas/extended-point.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import type { Report } from '../../importing/finding.ts'
import { conditionsOf, type Major, readOf, segmentsOf } from './condition.ts'
import type { FvBucketBy, FvFeature, FvForce, FvRequired, FvTraffic } from './config.ts'

/** The inputs for converting one feature. */
export type FvScope = {
  major: Major
  flagKeys: ReadonlyMap<string, string>
  /** Keys of the flags that serve variations. */
  variationKeys: ReadonlyMap<string, string>
  segmentKeys: ReadonlyMap<string, string>
  /** By the vendor's key. */
  features: Readonly<Record<string, FvFeature>>
  report: Report
}

const whole = 100_000

/** Buckets 0 to 99,999: MurmurHash3 with seed 1 of the present attributes and the feature's key. */
export const pointOf = (bucketBy: FvBucketBy, theirs: string): ExtendedPoint => {
  const names = typeof bucketBy === 'string' ? [bucketBy] : Array.isArray(bucketBy) ? bucketBy : [bucketBy.or]
  const parts = names.map(
    (name): UnitPart => ({
      attribute: {
        ...readOf(''),
        firstOf: (Array.isArray(name) ? name : [name]).map((one) => one.split('.')),
        ...(Array.isArray(name) ? { skip: 'absent' as const } : {}),
      },
      presence: 'own',
      str: 'jsJoin',
      optional: true,
    }),
  )
  return {
    unit: { parts: [...parts, { literal: theirs }], join: '.' },
    hash: { algorithm: 'murmur3-32', seed: 1, encoding: 'utf8' },
    norm: { kind: 'scale', to: whole },
  }
}

const on: Serve = { variant: 'on', enabled: true }
const off: Serve = { variant: 'off', enabled: false }
const nothing: Serve = { useDefault: true }

/**
 * Whether a feature is enabled: by force, by its required features, or by the first traffic rule whose segments match.
 */
export const enabledFlagOf = (scope: FvScope, theirs: string, key: string, feature: FvFeature): FlagDocument => {
  const required = (feature.required ?? []).map((one) => requirementOf(scope, one))
  const unmet: Rule[] = required.length === 0 ? [] : [{ id: 'required', when: { not: { all: required } }, serve: off }]
  const point = pointOf(feature.bucketBy, theirs)
  return {
    ...baseOf(theirs, key),
    type: 'boolean',
    variants: { on: true, off: false },
    rules: [
      ...forceRulesOf(scope, feature, ({ enabled }) => (enabled == null ? null : enabled ? on : off)),
      ...unmet,
      ...trafficRulesOf(scope, feature, (traffic) => enabledBy(point, feature, traffic)),
    ],
    otherwise: off,
  }
}

/**
 * The variation of a feature, for users it is enabled for. Traffic of 0 % serves no variation, not even to users with a
 * force.
 */
export const variationFlagOf = (
  scope: FvScope,
  theirs: string,
  key: string,
  feature: FvFeature,
): FlagDocument | null => {
  const values = (feature.variations ?? []).map(({ value }) => value)
  if (values.length === 0) return null
  const disabled = feature.disabledVariationValue || null
  const keys = displayKeys([...values, ...(disabled === null ? [] : [disabled])], 'variation')
  const give = (value: string | null | undefined): Serve | null => {
    const variant = value == null || !values.includes(value) ? undefined : keys.get(value)
    return variant === undefined ? null : { variant, enabled: true }
  }
  const point = pointOf(feature.bucketBy, theirs)
  return {
    ...baseOf(theirs, key),
    type: 'string',
    variants: Object.fromEntries([...keys].map(([value, variant]): [string, Json] => [variant, value])),
    outputs: Object.fromEntries([...keys].map(([value, variant]) => [variant, { name: value }])),
    requires: [requiresItself(scope, theirs)],
    ...(disabled === null ? {} : { off: { variant: keys.get(disabled) ?? disabled, enabled: false } }),
    rules: [
      ...forceRulesOf(scope, feature, ({ variation }) => give(variation)),
      ...trafficRulesOf(scope, feature, (traffic) =>
        traffic.percentage === 0 ? nothing : (give(traffic.variation) ?? allocationOf(point, traffic, give)),
      ),
    ],
    otherwise: nothing,
  }
}

/** The other flags of a feature require it to be enabled. */
export const requiresItself = (scope: FvScope, theirs: string): FlagTest => ({
  flag: scope.flagKeys.get(theirs) ?? theirs,
  test: { enabled: true },
  missing: 'false',
  cycle: 'false',
  onError: 'false',
})

export const baseOf = (theirs: string, key: string) => ({
  key,
  ...(theirs === key ? {} : { hashKey: theirs }),
  on: true,
  offVariant: null,
  prerequisites: [],
  salt: theirs,
  visibleToClients: true,
})

const requirementOf = ({ flagKeys, variationKeys }: FvScope, required: FvRequired): Condition => {
  const theirs = typeof required === 'string' ? required : required.key
  const lost = { missing: 'false', cycle: 'false', onError: 'false' } as const
  const enabled: Condition = {
    flagTest: { flag: flagKeys.get(theirs) ?? theirs, test: { enabled: true }, ...lost },
  }
  if (typeof required === 'string') return enabled
  const test = { variantIn: [required.variation], byName: true }
  const variation: Condition = { flagTest: { flag: variationKeys.get(theirs) ?? theirs, test, ...lost } }
  return { all: [enabled, variation] }
}

/** The first matching entry wins, even if it does not define the value. Later entries are then ignored. */
const forceRulesOf = (scope: FvScope, feature: FvFeature, serveOf: (force: FvForce) => Serve | null): Rule[] => {
  const silent: Condition[] = []
  return (feature.force ?? []).flatMap((force, i): Rule[] => {
    const holds = forcedBy(scope, force)
    const serve = serveOf(force)
    const when: Condition = silent.length === 0 ? holds : { all: [holds, ...silent.map((one) => ({ not: one }))] }
    if (serve !== null) return [{ id: `force-${i + 1}`, when, serve }]
    silent.push(holds)
    return []
  })
}

/** The audience of an entry: its conditions, or its segments if there are none. */
export const forcedBy = (
  scope: FvScope,
  { conditions, segments }: Pick<FvForce, 'conditions' | 'segments'>,
): Condition => {
  const any: Condition[] = []
  if (conditions) any.push(conditionsOf(conditions, scope.major, scope.report))
  if (segments) any.push(inSegments(scope, segments))
  return any.length === 1 ? (any[0] ?? { any }) : { any }
}

export const inSegments = (scope: FvScope, segments: Json): Condition =>
  segmentsOf(segments, scope.major, (theirs) => scope.segmentKeys.get(theirs), scope.report)

const trafficRulesOf = (scope: FvScope, feature: FvFeature, serveOf: (traffic: FvTraffic) => Serve): Rule[] =>
  feature.traffic.map((traffic, i) => ({
    id: `traffic-${i + 1}`,
    when: inSegments(scope, traffic.segments),
    serve: serveOf(traffic),
  }))

const enabledBy = (point: ExtendedPoint, feature: FvFeature, { percentage, enabled }: FvTraffic): Serve => {
  if (percentage === 0) return off
  const ends = { overflow: 'serve', overflowServe: off, noUnit: 'none' } as const
  const ranges = feature.ranges ?? []
  if (ranges.length > 0) {
    const slots = ranges.map(([lo, hi]) => ({ lo, hi, serve: enabled === false ? off : on }))
    return { wide: { point, bounds: '[)', slots, ...ends, source: { layout: 'ranges', weights: ranges } } }
  }
  if (enabled != null) return enabled ? on : off
  const slots = [{ hi: percentage, serve: on }]
  return { wide: { point, bounds: '[]', slots, ...ends, source: { layout: 'percentage', weights: [percentage] } } }
}

const allocationOf = (
  point: ExtendedPoint,
  { allocation }: FvTraffic,
  give: (value: string) => Serve | null,
): Serve => {
  const list = allocation ?? []
  return {
    wide: {
      point,
      bounds: '[]',
      slots: list.map(({ variation, range: [lo, hi] }) => ({ lo, hi, serve: give(variation) ?? nothing })),
      overflow: 'serve',
      overflowServe: nothing,
      noUnit: 'none',
      source: { layout: 'ranges', weights: list.map(({ variation, range }) => ({ variant: variation, range })) },
    },
  }
}
