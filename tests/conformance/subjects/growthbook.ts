import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { Condition } from '../../../src/shared/schemas/condition.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileGrowthBook } from '../../../src/shared/vendors/growthbook/import/compile.ts'
import { conditionOf } from '../../../src/shared/vendors/growthbook/import/condition.ts'
import { GbConfig } from '../../../src/shared/vendors/growthbook/import/config.ts'
import { inNamespace, pointOf, unitOf } from '../../../src/shared/vendors/growthbook/import/point.ts'
import { rangesOf } from '../../../src/shared/vendors/growthbook/import/range.ts'
import { conditionFile, datafileOf } from '../datafile.ts'
import type { Case, Evaluation, Subject } from '../subject.ts'
import { absence, readLines } from '../vectors.ts'

const Attributes = z.record(z.string(), Json)
const Published = z.looseObject({
  id: z.string(),
  section: z.string(),
  feature: z.string(),
  args: z.array(Json),
  expect: Json.optional(),
})
type Published = z.infer<typeof Published>

/** The SDK's options: configuration and overrides at run time. */
const Sdk = z.looseObject({
  attributes: Attributes.optional(),
  features: GbConfig.shape.features.optional(),
  savedGroups: GbConfig.shape.savedGroups,
  contextualBandits: GbConfig.shape.contextualBandits,
  forcedVariations: Json.optional(),
  qaMode: z.boolean().optional(),
  enabled: z.boolean().optional(),
  url: z.string().optional(),
})

const wants = (answer: Json, expected: Json): string | null =>
  isDeepStrictEqual(answer, expected) ? null : `wants ${JSON.stringify(expected)}, got ${JSON.stringify(answer)}`

const nowMs = 0

/** A condition without a flag: whether it matches a context. */
const holds = (asked: Published, condition: Condition, context: Context, expected: boolean): Evaluation => ({
  id: asked.id,
  feature: asked.feature,
  datafile: conditionFile(condition),
  flag: 'flag',
  context,
  nowMs,
  judge: ({ value, detail }) => wants(value ?? detail, expected),
})

const evalCondition = (asked: Published): Case => {
  const [condition, attributes, groups] = z
    .tuple([Attributes, Attributes, GbConfig.shape.savedGroups])
    .parse([asked.args[0], asked.args[1], asked.args[2]])
  return holds(asked, conditionOf(condition, groups ?? {}), attributes, z.boolean().parse(asked.expect))
}

const scope = {
  config: { features: {} },
  featureKeys: new Map<string, string>(),
  encoding: 'utf16' as const,
  assignments: null,
  report: () => undefined,
}

/** The published numbers are rounded, so a point within the rounding error is right. */
const hash = (asked: Published): Case => {
  const [seed, value, version] = z.tuple([z.string(), z.string(), z.number()]).parse(asked.args)
  const point = pointOf(scope, seed, unitOf('value'), version)
  const expected = z.number().nullable().parse(asked.expect)
  const condition: Condition =
    point === null || expected === null
      ? { any: [] }
      : { within: { point, lo: expected - 1e-9, hi: expected + 1e-9, bounds: '[]' } }
  return holds(asked, condition, { value }, expected !== null)
}

const namespace = (asked: Published): Case => {
  const [id, slice] = z.tuple([z.string(), z.tuple([z.string(), z.number(), z.number()])]).parse(asked.args)
  return holds(asked, inNamespace(scope, slice, unitOf('id')), { id }, z.boolean().parse(asked.expect))
}

const bucketRange = (asked: Published): Case => {
  const args = z.tuple([z.number(), z.number(), z.array(z.number()).nullable()]).parse(asked.args[0])
  const rounded = rangesOf(...args).map((range) => range.map((end) => Math.round(end * 1e8) / 1e8))
  return { id: asked.id, feature: asked.feature, check: () => wants(rounded, asked.expect ?? null) }
}

const overridden = (sdk: z.infer<typeof Sdk>): { kind?: 'runtime override' } =>
  sdk.qaMode !== undefined ||
  sdk.enabled === false ||
  sdk.forcedVariations !== undefined ||
  sdk.url?.includes('?') === true
    ? { kind: 'runtime override' }
    : {}

const sourceOf = ({ errorCode, detail, inExperiment, rule }: Outcome): string => {
  if (errorCode === 'FLAG_NOT_FOUND') return 'unknownFeature'
  if (errorCode !== null) return String(detail)
  if (inExperiment) return 'experiment'
  return rule === null ? 'defaultValue' : 'force'
}

/** A gate ends a feature like a default that is null. */
const sameSource = (outcome: Outcome, expected: string): boolean => {
  const source = sourceOf(outcome)
  return (
    source === expected || (expected === 'prerequisite' && source === 'defaultValue' && outcome.value === undefined)
  )
}

const feature = (asked: Published): Case => {
  const sdk = Sdk.parse(asked.args[0])
  const key = z.string().parse(asked.args[1])
  const expected = z.looseObject({ value: Json, source: z.string(), ruleId: z.string() }).parse(asked.expect)
  const imported = compileGrowthBook({ ...sdk, features: sdk.features ?? {} })
  return {
    id: asked.id,
    feature: asked.feature,
    ...overridden(sdk),
    datafile: datafileOf(imported),
    flag: imported.keys.flags.get(key) ?? key,
    context: sdk.attributes ?? {},
    nowMs,
    judge: (outcome) => {
      const named = expected.ruleId === '' || outcome.rule?.id === expected.ruleId
      if (!named) return `wants rule ${expected.ruleId}, got ${outcome.rule?.id}`
      if (!sameSource(outcome, expected.source)) return `wants ${expected.source}, got ${sourceOf(outcome)}`
      return wants(outcome.value ?? null, expected.value)
    },
  }
}

/** A standalone experiment is a feature with that one rule. Users outside of it get the first variation. */
const run = (asked: Published): Case => {
  const sdk = Sdk.parse(asked.args[0])
  const experiment = z
    .looseObject({ key: z.string(), variations: z.array(Json), active: z.boolean().optional() })
    .parse(asked.args[1])
  const { active, force, ...rule } = experiment
  const features = {
    ...sdk.features,
    'the experiment': {
      defaultValue: experiment.variations[0],
      rules: active === false || force !== undefined ? [] : [rule],
    },
  }
  const expected = z.looseObject({ value: Json, inExperiment: z.boolean() }).parse(asked.expect)
  const imported = compileGrowthBook(GbConfig.parse({ ...sdk, features }))
  return {
    id: asked.id,
    feature: asked.feature,
    ...overridden(sdk),
    datafile: datafileOf(imported),
    flag: imported.keys.flags.get('the experiment') ?? '',
    context: sdk.attributes ?? {},
    nowMs,
    judge: ({ value, inExperiment }) => wants([value ?? null, inExperiment], [expected.value, expected.inExperiment]),
  }
}

const Documents = z.array(
  z.looseObject({
    attributeName: z.string(),
    attributeValue: z.string(),
    assignments: z.record(z.string(), z.string()),
  }),
)

/**
 * Converts the store's documents to context attributes: by attribute and value, with variations as our variant keys.
 */
const stickyBucket = (asked: Published): Case => {
  const sdk = Sdk.parse(asked.args[0])
  const documents = Documents.parse(asked.args[1])
  const key = z.string().parse(asked.args[2])
  const expected = z
    .looseObject({ result: z.looseObject({ value: Json, inExperiment: z.boolean() }).nullable() })
    .parse(asked.expect)
  const imported = compileGrowthBook({ ...sdk, features: sdk.features ?? {} }, { assignments: ['$assignments'] })
  const datafile = datafileOf(imported)
  const flag = imported.keys.flags.get(key) ?? key
  const variants = Object.entries(datafile.flags[flag]?.variants ?? {})
  const rule = sdk.features?.[key]?.rules?.find(({ variations }) => variations !== undefined)
  const variantOf = (variation: string): string => {
    const index = rule?.meta?.findIndex((meta) => meta.key === variation) ?? Number(variation)
    return variants.find(([, value]) => isDeepStrictEqual(value, rule?.variations?.[index]))?.[0] ?? ''
  }
  const assignments = Object.fromEntries(
    documents.map(({ attributeName, attributeValue, assignments: kept }) => [
      `${attributeName}||${attributeValue}`,
      Object.fromEntries(Object.entries(kept).map(([name, variation]) => [name, variantOf(variation)])),
    ]),
  )
  return {
    id: asked.id,
    feature: asked.feature,
    datafile,
    flag,
    context: { ...sdk.attributes, $assignments: assignments },
    nowMs,
    judge: ({ value, inExperiment }) =>
      expected.result === null
        ? wants(inExperiment, false)
        : wants([value ?? null, inExperiment], [expected.result.value, expected.result.inExperiment]),
  }
}

/** Sections about flags. The others test helpers of the SDK: decryption, query strings, redirects. */
const sections: Readonly<Record<string, (asked: Published) => Case>> = {
  evalCondition,
  feature,
  contextualBandit: feature,
  run,
  hash,
  inNamespace: namespace,
  getBucketRange: bucketRange,
  stickyBucket,
}

/** The shared test cases of GrowthBook's SDKs. */
export const growthBook = (): Subject => {
  const file = 'growthbook/growthbook.cases.jsonl'
  const subject = { vendor: 'GrowthBook', source: 'SDK cases' }
  const absent = absence(file)
  if (absent !== undefined) return { ...subject, absent, cases: [] }
  const published = readLines(file).map((line) => Published.parse(line))
  return {
    ...subject,
    cases: published.flatMap((asked) => sections[asked.section]?.(asked) ?? []),
  }
}
