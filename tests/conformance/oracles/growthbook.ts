import { GrowthBook } from '@growthbook/growthbook'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { compileGrowthBook } from '../../../src/shared/vendors/growthbook/import/compile.ts'
import { GbConfig } from '../../../src/shared/vendors/growthbook/import/config.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { pick, several, someNumber, someText, someUnit, someValue, versions } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

const attributes = ['plan', 'age', 'version', 'tags', 'deep.inner', 'tags.length', 'tags.0', 'deep', 'plan.length'] as [
  string,
  ...string[],
]
const operators = [
  ...[
    '$eq',
    '$ne',
    '$lt',
    '$lte',
    '$gt',
    '$gte',
    '$in',
    '$nin',
    '$ini',
    '$nini',
    '$all',
    '$alli',
    '$inGroup',
    '$notInGroup',
  ],
  ...[
    '$elemMatch',
    '$size',
    '$exists',
    '$regex',
    '$regexi',
    '$type',
    '$veq',
    '$vne',
    '$vlt',
    '$vlte',
    '$vgt',
    '$vgte',
    '$not',
  ],
  '$unknown',
] as unknown as [string, ...string[]]

const operand = (random: Random, operator: string, depth: number): Json => {
  switch (operator) {
    case '$in':
    case '$nin':
    case '$ini':
    case '$nini':
    case '$alli':
      return chance(random, 0.95) ? several(random, 3, () => someValue(random)) : someValue(random)
    case '$all':
      return several(random, 2, () => (depth > 1 ? someText(random) : valueCondition(random, depth + 1)))
    case '$inGroup':
    case '$notInGroup':
      return pick(random, ['group', 'gone', 'listed', 'about', 'circle', 'constructor', 'odd'])
    case '$elemMatch':
      return depth > 1 ? { $eq: someText(random) } : valueCondition(random, depth + 1)
    case '$size':
      return chance(random, 0.6) ? Math.floor(random() * 3) : { $gt: Math.floor(random() * 3) }
    case '$exists':
      return pick<Json>(random, [true, false, 1, 0, ''])
    case '$regex':
    case '$regexi':
      return pick(random, ['^a', 'a$', '(', 'A', '\\d+', 'a/b', 'null', '', '[/]', '.'])
    case '$type':
      return pick(random, ['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined', 'bigint'])
    case '$not':
      return depth > 1 ? { $eq: someText(random) } : valueCondition(random, depth + 1)
    default:
      return operator.startsWith('$v') && chance(random, 0.8)
        ? pick(random, versions as [string, ...string[]])
        : someValue(random)
  }
}

const valueCondition = (random: Random, depth: number): Json => {
  if (chance(random, 0.3)) return someValue(random)
  const names = several(random, 1, () => pick(random, operators))
  const used = names.length === 0 ? [pick(random, operators)] : names
  return Object.fromEntries(used.map((operator) => [operator, operand(random, operator, depth)]))
}

const condition = (random: Random, depth = 0): { [key: string]: Json } => {
  const entries = several(random, 2, (): [string, Json] => {
    if (depth < 2 && chance(random, 0.08)) {
      const id = pick<Json>(random, ['group', 'gone', 'listed', 'about', 'circle', 'constructor', 'odd', 7])
      const other = pick<Json>(random, ['plan', 'deep.inner', 'tags', 3])
      const named: Json = chance(random, 0.3) ? { id, attributeKey: other } : { id }
      return ['$savedGroup', chance(random, 0.95) ? named : pick<Json>(random, ['group', null, []])]
    }
    if (depth < 2 && chance(random, 0.3)) {
      const operator = pick(random, ['$and', '$or', '$nor', '$not'])
      return [
        operator,
        operator === '$not' ? condition(random, depth + 1) : several(random, 2, () => condition(random, depth + 1)),
      ]
    }
    return [pick(random, attributes), valueCondition(random, depth)]
  })
  return Object.fromEntries(entries)
}

const percent = (random: Random): number => pick(random, [0, 0.1, 0.25, 0.5, 0.999, 1, 1.5, -0.1])

const hashing = (random: Random) => ({
  ...(chance(random, 0.3) ? { hashAttribute: pick(random, ['id', 'plan', 'company', 'age']) } : {}),
  ...(chance(random, 0.6) ? { hashVersion: pick(random, [1, 2, 2, 3]) } : {}),
  ...(chance(random, 0.5) ? { seed: pick(random, ['seed', 'other', '', 's-1']) } : {}),
})

const range = (random: Random): [number, number] => {
  const lo = pick(random, [0, 0.2, 0.5])
  return [lo, lo + pick(random, [0, 0.1, 0.5])]
}

const rule = (random: Random, makes: () => Json, features: readonly string[]): Json => {
  const shared = {
    ...(chance(random, 0.4) ? { id: pick(random, ['fr_1', 'fr_2', 'x'.repeat(80)]) } : {}),
    ...(chance(random, 0.6) ? { condition: condition(random) } : {}),
    ...(features.length > 0 && chance(random, 0.25)
      ? {
          parentConditions: several(random, 2, () => ({
            id: pick(random, [...features, 'gone'] as unknown as [string, ...string[]]),
            condition: chance(random, 0.5) ? { value: makes() } : { value: valueCondition(random, 1) },
            ...(chance(random, 0.5) ? { gate: chance(random, 0.7) } : {}),
          })),
        }
      : {}),
    ...(chance(random, 0.1)
      ? {
          filters: several(random, 2, () => ({
            seed: 'filter',
            ranges: several(random, 2, () => range(random)),
            ...(chance(random, 0.5) ? { hashVersion: pick(random, [1, 2, 3]) } : {}),
            ...(chance(random, 0.5) ? { attribute: pick(random, ['id', 'plan']) } : {}),
          })),
        }
      : {}),
    ...hashing(random),
  }
  if (chance(random, 0.5)) {
    return {
      ...shared,
      force: chance(random, 0.05) ? null : makes(),
      ...(chance(random, 0.4) ? { coverage: percent(random) } : {}),
      ...(chance(random, 0.15) ? { range: range(random) } : {}),
    }
  }
  const count = Math.floor(random() * 4)
  return {
    ...shared,
    variations: Array.from({ length: count }, makes),
    ...(chance(random, 0.6) ? { key: pick(random, ['exp', 'exp-2', '']) } : {}),
    ...(chance(random, 0.5) ? { coverage: percent(random) } : {}),
    ...(chance(random, 0.5)
      ? {
          weights: pick<number[]>(random, [
            [0.5, 0.5],
            [0.3, 0.3, 0.4],
            [1],
            [0.1, 0.9],
            [0.33, 0.33, 0.33],
            [0.2, 0.2],
          ]),
        }
      : {}),
    ...(chance(random, 0.2) ? { ranges: several(random, 4, () => range(random)) } : {}),
    ...(chance(random, 0.15) ? { namespace: ['ns', ...range(random)] } : {}),
    ...(count > 0 && chance(random, 0.3)
      ? {
          meta: Array.from({ length: count }, (_, i) => ({
            key: String(i),
            ...(chance(random, 0.2) ? { passthrough: true } : {}),
          })),
        }
      : {}),
    ...(chance(random, 0.05) ? { active: false } : {}),
  }
}

const makers: readonly ((random: Random) => Json)[] = [
  (random) => chance(random, 0.5),
  (random) => someText(random),
  (random) => someNumber(random),
  (random) => pick<Json>(random, [{ a: 1 }, { a: 2, b: [1] }, [], {}, { a: null }]),
]

const document = (random: Random) => {
  const features: Record<string, Json> = {}
  for (let i = 0; i < 4; i += 1) {
    const make = makers[Math.floor(random() * makers.length)] ?? someText
    const rules = several(random, 3, () => rule(random, () => make(random), Object.keys(features)))
    features[pick(random, ['feature', 'a feature ', 'f.']) + String(i)] = {
      defaultValue: chance(random, 0.1) ? null : make(random),
      ...(rules.length > 0 ? { rules } : {}),
    }
  }
  const savedGroups: Record<string, Json> = {
    group: several(random, 3, () => someValue(random)),
    listed: { type: 'list', attributeKey: 'plan', values: several(random, 3, () => someValue(random)) },
    about: { type: 'condition', condition: condition(random, 1) },
    circle: { type: 'condition', condition: { $savedGroup: { id: 'circle' } } },
    odd: pick<Json>(random, [{ type: 'later' }, { type: 'list' }, { type: 'condition' }]),
  }
  return { features, savedGroups }
}

const attributesOf = (random: Random): Attributes => ({
  ...(chance(random, 0.9) ? { id: chance(random, 0.9) ? someUnit(random) : someValue(random) } : {}),
  ...Object.fromEntries(
    ['plan', 'age', 'tags', 'deep', 'company']
      .filter(() => chance(random, 0.65))
      .map((name) => [name, someValue(random)]),
  ),
  ...(chance(random, 0.3) ? { deep: { inner: someValue(random) } } : {}),
  ...(chance(random, 0.6)
    ? { version: chance(random, 0.8) ? pick(random, versions as [string, ...string[]]) : someValue(random) }
    : {}),
})

/** The SDK logs invalid documents. Here they are invalid on purpose. */
const quietly = <T>(ask: () => T): T => {
  const { error, warn } = console
  console.error = () => {}
  console.warn = () => {}
  try {
    return ask()
  } finally {
    Object.assign(console, { error, warn })
  }
}

/** Payloads with features. */
export const growthBook: Oracle = {
  vendor: 'GrowthBook',
  sdk: '@growthbook/growthbook 1.8.0',
  round: async (random, count, alter): Promise<Round> => {
    const made = sentAs(document(random), alter)
    const payload = JSON.parse(JSON.stringify(made)) as never
    const config = readAs(GbConfig, made)
    const sdk = await handed(() => new GrowthBook({}).initSync({ payload }))
    return {
      document: made,
      imported: compileGrowthBook(config),
      flags: Object.keys(made.features),
      nowMs: 0,
      contexts: Array.from({ length: count }, () => attributesOf(random)),
      contextOf: (context) => context,
      theirs: (flag, context) => {
        void sdk.setAttributes(context)
        try {
          const { value, experimentResult } = quietly(() => sdk.evalFeature(flag))
          return [(value as Json | undefined) ?? null, experimentResult?.inExperiment ?? false]
        } catch {
          // The SDK throws, so the importer must have reported it.
          return 'fails'
        }
      },
      ours: ({ errorCode, detail, value, inExperiment }) =>
        errorCode === null || detail === 'cyclicPrerequisite' ? [value ?? null, inExperiment] : [errorCode, detail],
      end: () => sdk.destroy(),
    }
  },
}
