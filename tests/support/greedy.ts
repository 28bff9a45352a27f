import fc from 'fast-check'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'

/* Documents and contexts within all limits that make evaluation as expensive as possible. */

type GreedyRules = { readonly rules: FlagDocument['rules']; readonly otherwise: FlagDocument['otherwise'] }

const value = (name: string): Json => ({ var: name })

/** Expressions that grow with every step, or repeat all work for each element. */
const expressions: readonly Json[] = [
  { reduce: [value('list'), { cat: [value('accumulator'), value('accumulator')] }, 'xx'] },
  { reduce: [value('list'), { merge: [value('accumulator'), value('accumulator')] }, [1, 2]] },
  { reduce: [value('list'), [value('accumulator'), value('accumulator')], 'x'] },
  { cat: [{ reduce: [value('list'), [value('accumulator'), value('accumulator')], 'x'] }] },
  { '==': ['x', { reduce: [value('list'), [value('accumulator'), value('accumulator')], 'x'] }] },
  { '+': [{ reduce: [value('list'), [value('accumulator'), value('accumulator')], '1'] }] },
  { map: [value('list'), { map: [[1, 2, 3, 4, 5, 6, 7, 8], { map: [[1, 2, 3, 4, 5, 6, 7, 8], 1] }] }] },
  { reduce: [value('list'), { map: [{ merge: [value('accumulator'), 1] }, { cat: [value(''), 'x'] }] }, []] },
  { max: { reduce: [value('list'), { merge: [value('accumulator'), value('accumulator')] }, [1]] } },
  { substr: [{ reduce: [value('list'), { cat: [value('accumulator'), value('current')] }, ''] }, 0, -1] },
  { missing: { merge: [value('list'), value('list'), value('list')] } },
  { in: ['y', { reduce: [value('list'), { cat: [value('accumulator'), 'xxxxxxxx'] }, ''] }] },
  { filter: [value('list'), { in: [value(''), { var: 'list' }] }] },
  { all: [value('list'), { some: [value('list'), { '==': [value(''), 'nobody'] }] }] },
  { sem_ver: [{ reduce: [value('list'), { cat: [value('accumulator'), '9'] }, '1.'] }, '=', '1.0.0'] },
  { fractional: [{ cat: [value('text'), value('text'), value('text')] }, ['on', 1], ['off', 1]] },
]

const aLayer: fc.Arbitrary<(inner: Json) => Json> = fc.constantFrom<(inner: Json) => Json>(
  (inner) => ({ map: [value('list'), inner] }),
  (inner) => ({ reduce: [value('list'), { merge: [value('accumulator'), inner] }, []] }),
  (inner) => ({
    reduce: [[1, 2, 3, 4, 5, 6, 7, 8, 9], { cat: [value('accumulator'), inner, value('accumulator')] }, ''],
  }),
  (inner) => ({ filter: [[1, 2, 3, 4, 5, 6, 7, 8, 9], inner] }),
  (inner) => ({ if: [inner, inner, inner] }),
  (inner) => ({ cat: [inner, inner] }),
)

/** Nests these expressions to a depth at which evaluation without a budget would never finish. */
export const aGreedyExpression: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...expressions), fc.array(aLayer, { maxLength: 8 }))
  .map(([start, layers]) => layers.reduce<Json>((inner, layer) => layer(inner), start))

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const lists: readonly Condition[] = [
  {
    read: { firstOf: [['list']] },
    test: { op: 'arr.all', each: many(100, () => ({ attribute: 'a', operator: 'exists', values: [] })) },
  },
  { each: { firstOf: [['list']] }, test: { op: 'in.fold', values: many(1_000, (at) => `v${at}`) } },
  { read: { firstOf: [['list']] }, test: { op: 'in.fold', values: many(1_000, (at) => `v${at}`), all: true } },
  {
    read: { firstOf: [['text']] },
    test: { op: 'text.rel', rel: 'contains', values: many(1_000, (at) => `v${at}`), str: 'js' },
  },
  {
    read: { firstOf: [['text']] },
    test: { op: 'text.regex', values: ['(?:x?){0,9}y', 'x{0,99}z'], dialect: 'ecma', str: 'js', badPattern: 'false' },
  },
  {
    read: { firstOf: [['text']] },
    test: { op: 'hash.text', rel: 'prefix', values: many(500, (at) => `${at + 1}_0`), salt: 's', contextSalt: 'c' },
  },
  { read: { firstOf: [['list']] }, test: { op: 'arr.text', values: ['a'], salt: 's' } },
  { read: { firstOf: [['list']] }, test: { op: 'json.eq', value: [1] } },
  { attribute: 'text', operator: 'contains', values: many(1_000, (at) => `v${at}`) },
  { attribute: 'text', operator: 'contains', values: many(1_000, (at) => `v${at}`), ignoreCase: true },
  { attribute: 'text', operator: 'matches', values: ['x{0,99}z', '(?:x?){0,9}y'] },
  { attribute: 'list', operator: 'includesAll', values: many(1_000, (at) => `v${at}`) },
  { attribute: 'list', operator: 'includesAny', values: many(1_000, (at) => `v${at}`) },
]

const flag = (
  key: string,
  { rules, otherwise }: GreedyRules,
  prerequisites: FlagDocument['prerequisites'] = [],
): FlagDocument => ({
  key,
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites,
  rules,
  otherwise,
  salt: 's',
  visibleToClients: true,
})
const on: GreedyRules['otherwise'] = { variant: 'on' }
const rule = (when: Condition, at: number) => ({ id: `r${at}`, when, serve: { variant: 'off' } })

/** Sixteen flags, each of which refers to the next one sixteen times, so that a full evaluation is infeasible. */
const tower = (): Record<string, FlagDocument> => {
  const asks = (at: number): Condition => ({
    not: { any: many(16, () => ({ flag: `tower-${at}`, variants: ['off'] })) },
  })
  const made = many(16, (at) =>
    flag(`tower-${at}`, { rules: at === 0 ? [] : [rule({ not: asks(at - 1) }, 0)], otherwise: on }),
  )
  return Object.fromEntries(made.map((one) => [one.key, one]))
}

/** The same with segments. */
const segments = (): Record<string, SegmentDocument> =>
  Object.fromEntries(
    many(16, (at) => [
      `seg-${at}`,
      {
        key: `seg-${at}`,
        included: [],
        excluded: [],
        when:
          at === 0
            ? { attribute: 'never', operator: 'exists' as const, values: [] }
            : { any: many(16, () => ({ segment: `seg-${at - 1}` })) },
      },
    ]),
  )

/** Documents with expensive expressions and conditions, in flags that depend on each other. */
export const greedyDocuments = (expressions_: readonly Json[]) => {
  const greedy = expressions_.map((expr, at) =>
    flag(`expr-${at}`, {
      rules: [rule(true, 0)].map((one) => ({ ...one, serve: { expr, dialect: 'plain' as const } })),
      otherwise: on,
    }),
  )
  const listed = lists.map((when, at) =>
    flag(`list-${at}`, { rules: many(100, (index) => rule(when, index)), otherwise: on }),
  )
  const inSegments = flag('segments', { rules: [rule({ segment: 'seg-15' }, 0)], otherwise: on })
  const sticky = flag('sticky', {
    rules: [
      {
        ...rule(true, 0),
        sticky: {
          assignments: ['store'],
          key: 'k',
          bucketVersion: 2 ** 50,
          minBucketVersion: 2 ** 50,
          attribute: 'targetingKey',
        },
      },
    ],
    otherwise: on,
  })
  const flags = Object.fromEntries([...greedy, ...listed, inSegments, sticky].map((one) => [one.key, one]))
  return { flags: { ...tower(), ...flags }, segments: segments() }
}

/** A context of up to 64 KiB: with a long list or a long text. */
export const aGreedyContext = fc
  .record({ elements: fc.constantFrom(1, 20, 200, 15_000), characters: fc.constantFrom(1, 300, 60_000) })
  .map(({ elements, characters }) => ({
    targetingKey: 'ada',
    store: { 'targetingKey||ada': { k__1: 'on' } },
    list: elements > 1_000 && characters > 1_000 ? [1] : many(elements, (at) => (at % 2 === 0 ? 'a' : 1)),
    text: 'x'.repeat(characters),
  }))
