import fc from 'fast-check'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { ExpressionDialect } from '../../src/shared/schemas/extended-split.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'

/*
 * flagd-style flags whose targeting is a single expression: branches by attribute comparisons, weighted splits, and
 * occasionally something that cannot be decomposed.
 */

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const aVar = oneOf<Json>(
  ...['plan', 'age', 'email', 'user.team', 'tags.0', 'targetingKey'].map((path): Json => ({ var: path })),
  { var: ['plan'] },
  { var: ['age', 20] },
)
const written = oneOf<Json>('pro', 'free', '18', 18, 0, -1, 21.5, true, false, null, '', 'true', '@acme.com', '1.2.0')
const flipped = (name: string, a: Json, b: Json, flip: boolean): Json => ({ [name]: flip ? [b, a] : [a, b] })

const comparison = fc.oneof(
  fc
    .tuple(oneOf('==', '!=', '===', '!==', '<', '<=', '>', '>='), aVar, written, fc.boolean())
    .map(([name, a, b, flip]) => flipped(name, a, b, flip)),
  fc
    .tuple(aVar, fc.subarray<Json>(['pro', 'free', 18, null, true], { minLength: 1 }))
    .map(([a, list]): Json => ({ in: [a, list] })),
  fc.tuple(aVar, oneOf<Json>('pro', 'acme')).map(([a, text]): Json => ({ in: [text, a] })),
  fc
    .tuple(oneOf('starts_with', 'ends_with'), aVar, oneOf<Json>('anna', '@acme.com', 'p'))
    .map(([name, a, text]): Json => ({ [name]: [a, text] })),
  fc
    .tuple(aVar, oneOf('>=', '<', '=', '~', '^'), oneOf('1.2.0', '2.0.0'))
    .map(([a, relation, version]): Json => ({ sem_ver: [a, relation, version] })),
  aVar,
  oneOf<Json>(
    ...[{ '<': [10, { var: 'age' }, 30] }, { some: [{ var: 'tags' }, { '==': [{ var: '' }, 'pro'] }] }],
    ...[
      { '==': [{ var: 'plan' }, { var: 'user.team' }] },
      { missing: ['plan'] },
      { '>': [{ var: '$flag.timestamp' }, 1795176000] },
    ],
    ...[{ '==': [{ var: '$flag.flagKey' }, 'alpha'] }, { '>=': [{ '+': [{ var: 'age' }, 1] }, 18] }, [], true, null],
  ),
)

const aTruth = fc.letrec<{ truth: Json }>((tie) => ({
  truth: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 5, arbitrary: comparison },
    fc.tuple(oneOf('and', 'or'), fc.array(tie('truth'), { maxLength: 3 })).map(([name, of]): Json => ({ [name]: of })),
    fc.tuple(oneOf('!', '!!'), tie('truth')).map(([name, of]): Json => ({ [name]: [of] })),
    fc.tuple(tie('truth'), tie('truth'), tie('truth')).map(([a, b, c]): Json => ({ if: [a, b, c] })),
  ),
})).truth

const aDivision = fc
  .tuple(
    oneOf<Json | undefined>(
      ...[undefined, undefined, { var: 'email' }, { cat: [{ var: '$flag.flagKey' }, { var: 'email' }] }, 'seed'],
      { cat: ['a', { var: 'plan' }, { var: 'targetingKey' }] },
    ),
    fc.array(fc.tuple(oneOf<Json>('on', 'off', 'absent', null), oneOf(0, 1, 25, 50, 33)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.boolean(),
  )
  .map(([unit, weights, bare]): Json => {
    const entries = weights.map(([variant, weight]): Json => (bare ? [variant] : [variant, weight]))
    return { fractional: unit === undefined ? entries : [unit, ...entries] }
  })

const anExpression = fc.letrec<{ expression: Json }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    oneOf<Json>('on', 'off', 'b', null, 'absent', true),
    aDivision,
    fc.tuple(aTruth, tie('expression'), tie('expression')).map(([a, b, c]): Json => ({ if: [a, b, c] })),
    fc.tuple(aTruth, tie('expression')).map(([a, b]): Json => ({ if: [a, b] })),
    fc
      .tuple(oneOf('and', 'or'), fc.array(aTruth, { minLength: 1, maxLength: 2 }), tie('expression'))
      .map(([name, of, last]): Json => ({ [name]: [...of, last] })),
    { weight: 1, arbitrary: oneOf<Json>({ var: 'plan' }, { '==': [{ var: 'plan' }, 'pro'] }) },
  ),
})).expression

/** Replaces a random part of an expression, like an edit. */
const edited = (node: Json, by: Json, at: number): Json => {
  let left = at
  const walk = (one: Json): Json => {
    left -= 1
    if (left < 0) {
      left = Number.POSITIVE_INFINITY
      return by
    }
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, name === 'var' ? inner : walk(inner)]))
  }
  return walk(node)
}

const aFlag = (key: string, expr: Json, dialect: ExpressionDialect): FlagDocument => ({
  ...{ key, type: 'string', on: true, variants: { on: 'on', off: 'off', b: 'b', true: 'yes' }, offVariant: null },
  ...{ prerequisites: [], rules: [{ id: 'targeting', when: true, serve: { expr, dialect } }] },
  ...{ otherwise: { variant: 'off' }, salt: key, visibleToClients: false },
})

/** Two states of a flag: with different expressions, or with one part changed. */
export const anExpressionPair = (): fc.Arbitrary<readonly [Datafile, Datafile]> =>
  fc
    .tuple(
      anExpression,
      anExpression,
      aTruth,
      fc.nat(12),
      fc.nat(3),
      oneOf<ExpressionDialect>('percent', 'shift', 'cbor', 'plain', 'query'),
    )
    .map(([one, two, part, at, how, dialect]) => {
      const state = (given: Json): Datafile => ({
        ...{ format: 1, project: 'shop', environment: 'production', revision: 1, digest: '' },
        publishedAt: '2026-11-20T12:00:00.000Z',
        flags: { alpha: aFlag('alpha', dialect === 'query' ? { if: [{ query: given }, 'on', null] } : given, dialect) },
        segments: {},
      })
      return [state(one), state(how === 0 ? two : edited(one, how === 1 ? two : part, at))] as const
    })

/** A context for such expressions. */
export const anExpressionContext = (): fc.Arbitrary<Record<string, unknown>> => {
  const value = oneOf<unknown>(
    ...[
      'pro',
      'free',
      'true',
      '',
      '18',
      18,
      17.9,
      0,
      -1,
      20,
      21.5,
      true,
      false,
      null,
      'anna@acme.com',
      '1.2.0',
      'v1.3',
      1.2,
    ],
    ...[undefined, [], ['pro'], {}, { team: 'pro' }, Number.NaN, 'absent', [18]],
  )
  return fc.record(
    {
      ...{ plan: value, age: value, email: value, tags: fc.array(value, { maxLength: 2 }) },
      user: fc.oneof(value, fc.record({ team: value }, { noNullPrototype: true })),
      targetingKey: fc.oneof(
        value,
        fc.nat(50).map((at) => `user-${at}`),
      ),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
}
