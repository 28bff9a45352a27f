import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { rangeTestOf } from '../../../src/shared/engine/extended/point.ts'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compilePostHog } from '../../../src/shared/vendors/posthog/import/compile.ts'
import { PhConfig, PhProperty } from '../../../src/shared/vendors/posthog/import/config.ts'
import { plainTrue } from '../../../src/shared/vendors/posthog/import/flag.ts'
import { pointOf } from '../../../src/shared/vendors/posthog/import/point.ts'
import { propertyOf } from '../../../src/shared/vendors/posthog/import/property.ts'
import type { Evaluator } from '../../../src/shared/vendors/posthog/import/scope.ts'
import { conditionFile, datafileOf } from '../datafile.ts'
import { type Configurations, published } from '../published.ts'
import type { Case, Subject } from '../subject.ts'

const Attributes = z.record(z.string(), Json)
const Published = z.looseObject({ id: z.string(), feature: z.string(), def: z.string().optional() })
type Published = z.infer<typeof Published>

const defaultNow = Date.parse('2026-01-01T00:00:00Z')

const wants = (answer: unknown, expected: unknown): string | null =>
  isDeepStrictEqual(answer, expected) ? null : `wants ${JSON.stringify(expected)}, got ${JSON.stringify(answer)}`

/** Converts an outcome to the vendor's format: false, true, or a variant's key; `unknown` if it cannot decide. */
const answerOf = ({ enabled, name, reason, value, errorCode, detail }: Outcome): Json => {
  if (errorCode !== null) return detail
  if (reason === 'UNKNOWN') return 'unknown'
  if (enabled !== true) return false
  return typeof value === 'boolean' || name === plainTrue ? true : (name ?? value ?? null)
}

const compiled = (definition: unknown, evaluator: Evaluator) => {
  const imported = compilePostHog(PhConfig.parse(definition), evaluator)
  return { datafile: datafileOf(imported), keys: imported.keys.flags }
}

const about = (
  { datafile, keys }: ReturnType<typeof compiled>,
  { id, feature }: Published,
  flag: string,
  context: Context,
  expected: Json,
): Case => ({
  id,
  feature,
  datafile,
  flag: keys.get(flag) ?? flag,
  context,
  nowMs: defaultNow,
  judge: (outcome) => wants(answerOf(outcome), expected),
})

const Expected = z.union([
  z.looseObject({ throws: z.string() }).transform((): Json => 'unknown'),
  z.looseObject({ value: Json }).transform(({ value }): Json => value),
])

const Wrapped = z.union([
  z.strictObject({ $date: z.string() }).transform(({ $date }): unknown => new Date($date)),
  z.strictObject({ $number: z.string() }).transform(({ $number }): unknown => Number($number)),
  // The current SDK treats a property without a value as missing.
  z.strictObject({ $undefined: z.unknown() }).transform((): unknown => undefined),
])

const unwrapped = (attributes: Record<string, Json>): Context =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const wrapped = Wrapped.safeParse(value)
      return [name, wrapped.success ? wrapped.data : value]
    }),
  )

const withKeys = (context: Context): Context =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, value ?? null]))

const WholeFlag = z.looseObject({
  flag: z.string(),
  distinctId: z.string().optional(),
  context: z
    .looseObject({
      distinctId: z.string(),
      groups: Attributes,
      personProperties: Attributes,
      groupProperties: Attributes,
    })
    .optional(),
  expect: Expected,
})

const wholeFlag = (asked: Published, config: ReturnType<typeof compiled>): Case => {
  const { flag, distinctId, context, expect } = WholeFlag.parse(asked)
  if (context === undefined) return about(config, asked, flag, { targetingKey: distinctId ?? '' }, expect)
  const { personProperties, groups, groupProperties } = context
  return about(
    config,
    asked,
    flag,
    { ...unwrapped(personProperties), targetingKey: context.distinctId, groups, groupProperties },
    expect,
  )
}

const MatchProperty = z.looseObject({
  args: z.tuple([z.looseObject({ key: z.string() }), Attributes]).rest(z.unknown()),
  now: z.string(),
  expect: z.union([z.looseObject({ throws: z.string() }), z.looseObject({ result: z.boolean() })]),
})

/** A single property. Unknown is visible as the value of a flag without any other condition. */
const matchProperty = (asked: Published): Case => {
  const { args, now, expect } = MatchProperty.parse(asked)
  const scope = {
    config: { flags: [] },
    evaluator: 'local' as const,
    flagKeys: new Map<string, string>(),
    cohortKeys: new Map<string, string>(),
    report: () => undefined,
  }
  const property = PhProperty.parse(args[0])
  const expected = 'throws' in expect ? 'unknown' : expect.result
  return {
    id: asked.id,
    feature: asked.feature,
    datafile: conditionFile(propertyOf(scope, [], property), {}, 'remember'),
    flag: 'flag',
    // A key with the value undefined, which JSON cannot express, still counts as set.
    context: property.operator === 'is_set' ? withKeys(unwrapped(args[1])) : unwrapped(args[1]),
    nowMs: Date.parse(now),
    judge: ({ reason, value, detail }) => wants(reason === 'UNKNOWN' ? 'unknown' : (value ?? detail), expected),
  }
}

const Contract = z.looseObject({
  definitions: z.unknown(),
  context: z.looseObject({
    distinct_id: z.string(),
    person_properties: Attributes.optional(),
    groups: Attributes.optional(),
    group_properties: Attributes.optional(),
  }),
  expect: z.record(z.string(), z.looseObject({ value: Json })),
})

const contract = (asked: Published): Case[] => {
  const { definitions, context, expect } = Contract.parse(asked)
  const config = compiled(definitions, 'server')
  const {
    distinct_id: targetingKey,
    person_properties: person = {},
    groups = {},
    group_properties: groupProperties = {},
  } = context
  return Object.entries(expect).map(([flag, { value }]) =>
    about(
      config,
      { ...asked, id: `${asked.id}/${flag}` },
      flag,
      { ...person, targetingKey, groups, groupProperties },
      value,
    ),
  )
}

const HashVector = z.looseObject({ prefix: z.string(), identifier: z.string(), salt: z.string(), hash01: z.number() })

const hash = (asked: Published): Case => {
  const { prefix, identifier, salt, hash01 } = HashVector.parse(asked['vector'])
  const point = pointOf('server', prefix, { firstOf: [['targetingKey']] }, salt, false)
  return {
    id: asked.id,
    feature: asked.feature,
    datafile: conditionFile({ within: { point, lo: hash01, hi: hash01, bounds: '[]' } }),
    flag: 'flag',
    context: { targetingKey: identifier },
    nowMs: defaultNow,
    judge: ({ value }) => wants(value, true),
  }
}

/** The first rule of a flag with this rollout and these variants, to check its boundaries. */
const ruleOf = (percentage: number, variants: [string, number][]) => {
  const multivariate = { variants: variants.map(([key, share]) => ({ key, rollout_percentage: share })) }
  const filters = { groups: [{ rollout_percentage: percentage }], multivariate }
  return compilePostHog(PhConfig.parse({ flags: [{ key: 'flag', filters }] })).flags['flag']?.rules[0]
}

const Threshold = z.looseObject({ hash01: z.number(), rollout_percentage: z.number(), included: z.boolean() })

const threshold = (asked: Published): Case => {
  const { hash01, rollout_percentage: percentage, included } = Threshold.parse(asked['vector'])
  const gate = ruleOf(percentage, [])?.gate
  const check = () => wants(gate === undefined || rangeTestOf(gate)(hash01), included)
  return { id: asked.id, feature: asked.feature, check }
}

const VariantVector = z.looseObject({
  hash01: z.number(),
  variants: z.array(z.tuple([z.string(), z.number()])),
  selected: z.string().nullable(),
})

const variant = (asked: Published): Case => {
  const { hash01, variants, selected } = VariantVector.parse(asked['vector'])
  const serve = ruleOf(100, variants)?.serve
  const check = () => {
    if (serve === undefined || !('wide' in serve)) return 'the flag has no split'
    const { slots, bounds } = serve.wide
    const slot = slots.findIndex(({ lo, hi }) => rangeTestOf({ lo, hi, bounds })(hash01))
    return wants(variants[slot]?.[0] ?? null, selected)
  }
  return { id: asked.id, feature: asked.feature, check }
}

/** PostHog's own tests of local evaluation, and the contract of its server. Tests of SDK parsers are excluded. */
export const postHog = (): Subject =>
  published(
    { vendor: 'PostHog', source: 'local evaluation, server contract' },
    'posthog',
    (definition) => compiled(definition, 'local'),
    (line, configurations) => {
      const asked = current(Published.parse(line))
      const section = sections[asked.feature] ?? sections[asked.feature.split('/')[0] ?? '']
      return section?.(asked, configurations) ?? []
    },
  )

const Today = z.union([z.strictObject({ throws: z.string() }), z.strictObject({ result: z.boolean() })])

/** If two SDK versions differ, the current one counts (posthog-node 5.70). */
const current = (asked: Published): Published => {
  const today = Today.safeParse(asked['in_5_70_0'])
  return today.success ? { ...asked, expect: today.data } : asked
}

/** The cases of a line in a section of the vectors. */
type Section = (asked: Published, configurations: Configurations<ReturnType<typeof compiled>>) => Case[]

const flagOf: Section = (asked, configurations) => [wholeFlag(asked, configurations(asked.def ?? ''))]

const sections: Readonly<Record<string, Section>> = {
  'consistency-simple': flagOf,
  'consistency-multivariate': flagOf,
  'whole-flag': flagOf,
  'match-property': (asked) => [matchProperty(asked)],
  'v1-contract/evaluation': contract,
  'v1-contract/hash': (asked) => [hash(asked)],
  'v1-contract/threshold': (asked) => [threshold(asked)],
  'v1-contract/variant': (asked) => [variant(asked)],
}
