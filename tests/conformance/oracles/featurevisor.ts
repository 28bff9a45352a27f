import { createInstance } from '@featurevisor/sdk'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import {
  compileFeaturevisor,
  variableOf,
  variationOf,
} from '../../../src/shared/vendors/featurevisor/import/compile.ts'
import { FvConfig } from '../../../src/shared/vendors/featurevisor/import/config.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { dates, pick, several, someNumber, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const attributes = ['userId', 'plan', 'age', 'version', 'tags', 'at', 'deep.inner', 'deep.length'] as const
const operators = [
  ...[
    'equals',
    'notEquals',
    'exists',
    'notExists',
    'greaterThan',
    'greaterThanOrEquals',
    'lessThan',
    'lessThanOrEquals',
  ],
  ...['contains', 'notContains', 'startsWith', 'endsWith', 'semverEquals', 'semverNotEquals', 'semverGreaterThan'],
  ...['semverGreaterThanOrEquals', 'semverLessThan', 'semverLessThanOrEquals', 'before', 'after', 'includes'],
  ...['notIncludes', 'matches', 'notMatches', 'in', 'notIn', 'between'],
] as [string, ...string[]]

const operand = (random: Random, operator: string): Json => {
  if (operator === 'in' || operator === 'notIn') return several(random, 3, () => someValue(random))
  if (operator.startsWith('semver')) return pick(random, versions as [string, ...string[]])
  if (operator === 'before' || operator === 'after')
    return chance(random, 0.8) ? pick(random, dates as [string, ...string[]]) : someValue(random)
  if (operator.endsWith('atches')) return pick(random, ['^a', 'a$', '(', '\\d', 'pro|team', 'A', '', '.', 'a\nb$'])
  if (operator.includes('Than')) return chance(random, 0.8) ? someNumber(random) : someText(random)
  return chance(random, 0.5) ? someText(random) : someValue(random)
}

const condition = (random: Random, depth: number): Json => {
  if (depth < 2 && chance(random, 0.25)) {
    const inner = several(random, 2, () => condition(random, depth + 1))
    return { [pick(random, ['and', 'or', 'not'])]: inner }
  }
  if (chance(random, 0.03)) return '*'
  const operator = pick(random, operators)
  return {
    attribute: pick(random, attributes as unknown as [string, ...string[]]),
    operator,
    ...(operator.endsWith('xists') ? {} : { value: operand(random, operator) }),
    ...(operator.endsWith('atches') && chance(random, 0.5)
      ? { regexFlags: pick(random, ['i', 'm', '', 's', 'u', 'im']) }
      : {}),
  }
}

/** Builds write conditions and segments as text by default. */
const stringified = (random: Random, value: Json): Json =>
  typeof value === 'object' && chance(random, 0.6) ? JSON.stringify(value) : value

const conditions = (random: Random): Json =>
  chance(random, 0.1)
    ? '*'
    : stringified(random, chance(random, 0.5) ? several(random, 3, () => condition(random, 0)) : condition(random, 0))

const segmentNames = ['s0', 's1', 's2', 'gone']
const segments = (random: Random, depth = 0): Json => {
  if (chance(random, 0.2)) return '*'
  if (depth < 2 && chance(random, 0.4)) {
    return { [pick(random, ['and', 'or', 'not'])]: several(random, 2, () => segments(random, depth + 1)) }
  }
  if (depth < 2 && chance(random, 0.3)) return several(random, 2, () => segments(random, depth + 1))
  return pick(random, segmentNames as [string, ...string[]])
}

const percentages = [0, 1, 20_000, 50_000, 99_999, 100_000] as const
const variationValues = ['control', 'treatment', 'b'] as const

const variableValue = (random: Random, type: string): Json => {
  if (type === 'boolean') return chance(random, 0.5)
  if (type === 'integer') return Math.floor(random() * 10)
  if (type === 'double') return random()
  if (type === 'array') return several(random, 2, () => someText(random))
  if (type === 'object') return { a: someText(random) }
  if (type === 'json') return JSON.stringify({ a: [someText(random)] })
  return someText(random)
}

const variableTypes = ['string', 'boolean', 'integer', 'double', 'array', 'object', 'json'] as const

const override = (random: Random, type: string): Json => {
  const value = variableValue(random, type)
  if (chance(random, 0.5)) return { conditions: conditions(random), value }
  return { segments: stringified(random, segments(random)), value }
}

const feature = (random: Random, others: readonly string[]): Json => {
  const variations = chance(random, 0.7)
  const schema = Object.fromEntries(
    several(random, 2, () => pick(random, ['colour', 'size', 'on'])).map((key) => {
      const type = pick(random, variableTypes as unknown as [string, ...string[]])
      return [
        key,
        {
          type,
          defaultValue: variableValue(random, type),
          ...(chance(random, 0.3) ? { disabledValue: variableValue(random, type) } : {}),
          ...(chance(random, 0.3) ? { useDefaultWhenDisabled: chance(random, 0.7) } : {}),
        },
      ]
    }),
  )
  const variables = (): Json =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(() => chance(random, 0.5))
        .map(([key, { type }]) => [key, variableValue(random, type)]),
    )
  const overrides = (): Json =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(() => chance(random, 0.5))
        .map(([key, { type }]) => [key, several(random, 2, () => override(random, type))]),
    )
  const cut = pick(random, [0, 30_000, 50_000, 100_000])
  return {
    bucketBy: pick<Json>(random, ['userId', ['userId', 'plan'], { or: ['deviceId', 'userId'] }, 'deep.inner', 'age']),
    hash: 'x',
    ...(variations
      ? {
          variations: variationValues.map((value) => ({
            value,
            ...(chance(random, 0.5) ? { variables: variables() } : {}),
            ...(chance(random, 0.3) ? { variableOverrides: overrides() } : {}),
          })),
          ...(chance(random, 0.2) ? { disabledVariationValue: pick(random, ['control', 'off']) } : {}),
        }
      : {}),
    ...(Object.keys(schema).length > 0 ? { variablesSchema: schema } : {}),
    traffic: several(random, 3, () => ({
      key: String(Math.floor(random() * 100)),
      segments: stringified(random, segments(random)),
      percentage: pick(random, percentages as unknown as [number, ...number[]]),
      ...(chance(random, 0.15) ? { enabled: chance(random, 0.5) } : {}),
      ...(variations && chance(random, 0.2) ? { variation: pick(random, ['control', 'b', 'unknown']) } : {}),
      ...(chance(random, 0.3) ? { variables: variables() } : {}),
      allocation: variations
        ? [
            { variation: 'control', range: [0, cut] },
            { variation: 'treatment', range: [cut, 100_000] },
          ]
        : [],
    })),
    ...(chance(random, 0.3)
      ? {
          force: several(random, 2, () => ({
            ...(chance(random, 0.6)
              ? { conditions: conditions(random) }
              : { segments: stringified(random, segments(random)) }),
            ...(chance(random, 0.5) ? { enabled: chance(random, 0.5) } : {}),
            ...(variations && chance(random, 0.5) ? { variation: pick(random, ['b', 'unknown']) } : {}),
            ...(chance(random, 0.4) ? { variables: variables() } : {}),
          })),
        }
      : {}),
    ...(others.length > 0 && chance(random, 0.3)
      ? {
          required: several<Json>(random, 2, () => {
            const key = pick(random, [...others, 'gone'] as unknown as [string, ...string[]])
            return chance(random, 0.5) ? key : { key, variation: pick(random, ['control', 'b']) }
          }),
        }
      : {}),
    ...(chance(random, 0.15)
      ? {
          ranges: [
            [0, 40_000],
            [60_000, 80_000],
          ],
        }
      : {}),
  }
}

const datafile = (random: Random) => {
  const features: Record<string, Json> = {}
  for (let i = 0; i < 4; i += 1) features[`feature${i}`] = feature(random, Object.keys(features))
  return {
    schemaVersion: '2',
    revision: '1',
    segments: Object.fromEntries(
      segmentNames.slice(0, 3).map((key) => [key, { key, conditions: conditions(random) }]),
    ) as Record<string, Json>,
    features,
  }
}

const attributesOf = (random: Random): Attributes => {
  const own: Attributes = {}
  for (const name of attributes) {
    if (name.startsWith('deep')) continue
    if (name === 'userId' ? chance(random, 0.1) : chance(random, 0.35)) continue
    if (name === 'userId') own[name] = someUnit(random)
    else if (name === 'version')
      own[name] = chance(random, 0.8) ? pick(random, versions as [string, ...string[]]) : someValue(random)
    else if (name === 'at')
      own[name] = chance(random, 0.8) ? pick(random, dates as [string, ...string[]]) : someValue(random)
    else own[name] = someValue(random)
  }
  if (chance(random, 0.5))
    own['deep'] = pick<Json>(random, [{ inner: someText(random) }, {}, null, 'text', ['a'], 0, { inner: null }])
  return own
}

/** Built datafiles, with conditions as text and as objects. */
export const featurevisor: Oracle = {
  vendor: 'Featurevisor',
  sdk: '@featurevisor/sdk 2.0.0',
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(datafile(random), alter)
    const config = readAs(FvConfig, made)
    const sdk = await handed(() => createInstance({ datafile: JSON.parse(JSON.stringify(made)), logLevel: 'fatal' }))
    const asked = Object.entries(made.features).flatMap(([key, one]) => {
      const { variations, variablesSchema } = one as { variations?: Json; variablesSchema?: object }
      return [
        { name: key, ask: (context: Attributes): Json => sdk.isEnabled(key, context as never) },
        ...(!Array.isArray(variations) || variations.length === 0
          ? []
          : [
              {
                name: variationOf(key),
                ask: (context: Attributes): Json => (sdk.getVariation(key, context as never) as Json) ?? null,
              },
            ]),
        ...Object.keys(variablesSchema ?? {}).map((variable) => ({
          name: variableOf(key, variable),
          ask: (context: Attributes): Json => (sdk.getVariable(key, variable, context as never) as Json) ?? null,
        })),
      ]
    })
    const byName = new Map(asked.map(({ name, ask }) => [name, ask]))
    return {
      document: made,
      imported: compileFeaturevisor(config, 2),
      flags: [...byName.keys()],
      nowMs: 0,
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: (flag, context) => byName.get(flag)?.(context),
      ours: ({ value, errorCode, detail }) => (errorCode === null ? (value ?? null) : [errorCode, detail]),
    }
  },
}
