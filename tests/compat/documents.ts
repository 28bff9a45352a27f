import type { Condition, Operator, Scalar } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument, FlagType } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { Part, Serve } from '../../src/shared/schemas/split.ts'
import { chance, type Random } from '../../src/shared/vendors/importing/sample.ts'
import { datafileOf } from '../conformance/datafile.ts'
import {
  dates,
  numbers,
  pick,
  several,
  someNumber,
  someText,
  someUnit,
  someValue,
  versions,
} from '../conformance/oracles/awkward.ts'
import type { Attributes } from './subject.ts'

/*
 * Realistic native documents, most of which a vendor format can express, with unusual values in conditions and
 * contexts.
 */

const attributes = [
  'plan',
  'country',
  'age',
  'version',
  'at',
  'tags',
  'staff',
  'targetingKey',
  'deep.inner',
  'a\\.b',
  'sessionId',
]
const typed: Readonly<Record<string, (random: Random) => Json>> = {
  plan: someText,
  country: someText,
  age: someNumber,
  version: (random) => pick(random, versions as [string, ...string[]]),
  at: (random) => (chance(random, 0.8) ? pick(random, dates as [string, ...string[]]) : someNumber(random)),
  tags: (random) => several(random, 3, () => (chance(random, 0.8) ? someText(random) : someNumber(random))),
  staff: (random) => chance(random, 0.5),
  'a.b': someText,
  sessionId: someText,
}

const operators: readonly (readonly [Operator, (random: Random) => Scalar[], string?])[] = [
  ['exists', () => []],
  ['is', (random) => [scalar(random)]],
  ['isNot', (random) => [scalar(random)]],
  ['isOneOf', (random) => texts(random)],
  ['isOneOf', (random) => several(random, 2, () => someNumber(random)).concat(1), 'age'],
  ['isOneOf', (random) => [scalar(random), scalar(random)]],
  ['isNoneOf', (random) => texts(random)],
  ['contains', (random) => texts(random)],
  ['startsWith', (random) => texts(random)],
  ['endsWith', (random) => texts(random)],
  ['notContains', (random) => texts(random)],
  ['notEndsWith', (random) => texts(random)],
  [
    'matches',
    (random) => [
      pick(random, ['^a', 'a$', 'a|b', '^[a-z]{2,3}$', 'o+', '[^a]b?', '\\.', '(?:pro|team)', '.b', '^\\d']),
    ],
  ],
  ['notMatches', (random) => [pick(random, ['^a', 'a$', '[0-9]+'])]],
  ['lessThan', (random) => [someNumber(random)], 'age'],
  ['atMost', (random) => [someNumber(random)], 'age'],
  ['greaterThan', (random) => [someNumber(random)], 'age'],
  ['atLeast', (random) => [someNumber(random)], 'age'],
  ['between', (random) => [someNumber(random), someNumber(random)], 'age'],
  ['versionIs', version, 'version'],
  ['versionLessThan', version, 'version'],
  ['versionAtMost', version, 'version'],
  ['versionGreaterThan', version, 'version'],
  ['versionAtLeast', version, 'version'],
  ['before', () => ['2026-01-01T00:00:00Z'], 'at'],
  ['after', () => [1_767_225_600_000], 'at'],
  ['includesAny', (random) => listed(random), 'tags'],
  ['includesAll', (random) => listed(random), 'tags'],
  ['includesNone', (random) => listed(random), 'tags'],
]

function scalar(random: Random): Scalar {
  return chance(random, 0.7) ? someText(random) : chance(random, 0.7) ? someNumber(random) : chance(random, 0.5)
}
function texts(random: Random): string[] {
  return [someText(random), ...several(random, 3, () => someText(random))]
}
function listed(random: Random): Scalar[] {
  return [
    ...new Set([
      someText(random),
      ...several(random, 2, () => (chance(random, 0.7) ? someText(random) : someNumber(random))),
    ]),
  ]
}
function version(random: Random): Scalar[] {
  return [chance(random, 0.8) ? pick(random, ['1', '1.2', '1.2.3', 'v1.2.3', '2.0.0', '1.5.0']) : '2.0.0-beta.1']
}

const folds: ReadonlySet<Operator> = new Set<Operator>(['contains', 'startsWith', 'endsWith', 'notContains'])

const leaf = (random: Random): Condition => {
  const [operator, values, usual] = pick(random, operators as [(typeof operators)[number]])
  const attribute = usual !== undefined && chance(random, 0.9) ? usual : pick(random, attributes as [string])
  const ignoreCase = folds.has(operator) && chance(random, 0.2)
  return { attribute, operator, values: values(random), ...(ignoreCase ? { ignoreCase: true } : {}) }
}

const condition = (random: Random, others: readonly string[], depth = 0): Condition => {
  const kind = random()
  if (depth > 2 || kind < 0.5) return leaf(random)
  const inner = () => condition(random, others, depth + 1)
  if (kind < 0.65) return { all: several(random, 3, inner) }
  if (kind < 0.8) return { any: several(random, 3, inner) }
  if (kind < 0.88) return { not: inner() }
  if (kind < 0.91 && others.length > 0) return { flag: pick(random, others as [string]), variants: ['a'] }
  if (kind < 0.93) return { in: stretch(random) }
  return kind < 0.95 ? true : { segment: pick(random, ['s', 't']) }
}

const stretch = (random: Random) => {
  const ends = [Math.floor(random() * 100_001), Math.floor(random() * 100_001)].sort((x, y) => x - y)
  return { from: ends[0] ?? 0, to: ends[1] ?? 0 }
}

const parts = (random: Random, names: readonly string[], whole: boolean): Part[] => {
  const cuts = [0, ...several(random, 3, () => Math.floor(random() * 100_001)).sort((x, y) => x - y), 100_000]
  return cuts
    .slice(1)
    .map((to, at) => ({ variant: pick(random, names as [string]), from: cuts[at] ?? 0, to }))
    .filter(() => whole || chance(random, 0.7))
}

const serve = (random: Random, names: readonly string[], splits: number, whole: boolean): Serve => {
  if (!chance(random, splits)) return { variant: pick(random, names as [string]) }
  const point = {
    ...(chance(random, 0.3) ? { by: pick(random, ['plan', 'age', 'deep.inner', 'staff']) } : {}),
    ...(chance(random, 0.3) ? { salt: pick(random, ['s', 'other', '']) } : {}),
    ...portablePoint(random),
  }
  return { split: { ...(Object.keys(point).length > 0 ? { point } : {}), parts: parts(random, names, whole) } }
}

/** Most splits use the hash that other vendors' engines compute. */
const portablePoint = (random: Random): object => (chance(random, 0.8) ? { hash: 'portable' } : {})

const makers: Readonly<Record<FlagType, (random: Random, at: number) => Json>> = {
  boolean: (_, at) => at % 2 === 0,
  string: (random) => someText(random),
  number: (random) => someNumber(random),
  object: (random, at) => (chance(random, 0.9) ? { at } : []),
}

const flag = (random: Random, key: string, others: readonly string[], splits: number): FlagDocument => {
  const type = pick<FlagType>(random, ['boolean', 'boolean', 'string', 'number', 'object'])
  const names = ['a', 'b', 'c'].slice(0, 2 + Math.floor(random() * 2))
  return {
    key,
    type,
    on: chance(random, 0.9),
    variants: Object.fromEntries(names.map((name, at) => [name, makers[type](random, at)])),
    offVariant: pick(random, [null, 'b', 'b', 'a']),
    prerequisites:
      others.length > 0 && chance(random, 0.25)
        ? [{ flag: pick(random, others as [string]), variants: chance(random, 0.8) ? ['a'] : ['a', 'b'] }]
        : [],
    rules: several(random, 3, () => condition(random, others)).map((when, at) => ({
      id: `r${at}`,
      when,
      serve: serve(random, names, splits, false),
    })),
    otherwise: serve(random, names, splits, true),
    salt: pick(random, ['salt-of-a-flag1', 'x', 'sälz']),
    visibleToClients: chance(random, 0.5),
  }
}

/** Returns a datafile with four flags and two segments. `splits` is the percentage of serves that split. */
export const someDatafile = (random: Random, splits = 0): Datafile => {
  const keys = ['one', 'two', 'three', 'e.f-g_h']
  const flags = keys.map((key, at) => flag(random, key, keys.slice(0, at), splits))
  const keyed = () => several(random, 3, () => someUnit(random)).filter((key) => key !== '')
  const segments = ['s', 't'].map((key, at) => ({
    key,
    included: keyed(),
    excluded: keyed(),
    when: chance(random, 0.8) ? (at === 1 && chance(random, 0.3) ? { segment: 's' } : condition(random, [], 1)) : null,
  }))
  return datafileOf({
    flags: Object.fromEntries(flags.map((one) => [one.key, one])),
    segments: Object.fromEntries(segments.map((one) => [one.key, one])),
  })
}

/** Returns a context with the usual types and some unusual values. */
export const someContext = (random: Random): Attributes => {
  const usual = Object.entries(typed)
    .filter(() => chance(random, 0.75))
    .map(([name, make]): [string, Json] => [name, chance(random, 0.85) ? make(random) : someValue(random)])
  return {
    ...(chance(random, 0.9) ? { targetingKey: someUnit(random) } : {}),
    ...Object.fromEntries(usual),
    ...(chance(random, 0.6) ? { deep: chance(random, 0.8) ? { inner: someText(random) } : someValue(random) } : {}),
    ...(chance(random, 0.1) ? { plan: pick(random, numbers as [string]) } : {}),
  }
}
