import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operatorFacts } from '../../operators.ts'
import { type Condition, type Leaf, Operator, type Scalar } from '../../schemas/condition.ts'
import type { Part, Serve } from '../../schemas/split.ts'
import { parse } from './parse.ts'
import { sentence } from './sentence.ts'

const name = fc.oneof(
  fc.constantFrom('country', 'plan', 'user.team', 'is', 'and', 'set', 'newer', 'a\\.b', '5', 'true', 'e@f.g', ''),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
)
const key = fc.constantFrom('staff', 'beta-testers', 'in', 'not', '1.2', 'A_b')

/** Values of the operator's kind, in a number that it accepts. */
const valuesOf = (operator: Operator): fc.Arbitrary<Scalar[]> => {
  const { kind, takes } = operatorFacts[operator]
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
  const one: fc.Arbitrary<Scalar> =
    kind === 'number' ? number : kind === 'scalar' ? fc.oneof(name, number, fc.boolean()) : name
  const most = { none: 0, one: 1, two: 2, any: 4, all: 4 }[takes]
  const least = Math.min(most, takes === 'two' ? 2 : 1)
  return fc.array(one, { minLength: least, maxLength: most })
}

const leaf: fc.Arbitrary<Leaf> = fc.constantFrom(...Operator.options).chain((operator) =>
  fc.record(
    {
      attribute: name.filter((text) => text !== ''),
      operator: fc.constant(operator),
      values: valuesOf(operator),
      ...(operatorFacts[operator].family === 'text' ? { ignoreCase: fc.constant(true as const) } : {}),
    },
    { requiredKeys: ['attribute', 'operator', 'values'], noNullPrototype: true },
  ),
)

const share = fc.nat(100_000)
const point = fc.option(
  fc
    .record({ by: key, salt: name }, { requiredKeys: [], noNullPrototype: true })
    .filter((p) => Object.keys(p).length > 0),
  { nil: undefined },
)
const withPoint = <T extends object>(rest: T, of: { by?: string; salt?: string } | undefined) =>
  of === undefined ? rest : { point: of, ...rest }

const { condition } = fc.letrec<{ condition: Condition }>((tie) => {
  const members = fc.array(tie('condition'), { minLength: 2, maxLength: 3 })
  return {
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.constant(true as const),
      fc.record({ segment: key }, { noNullPrototype: true }),
      fc.record({ flag: key, variants: fc.array(key, { minLength: 1, maxLength: 3 }) }, { noNullPrototype: true }),
      fc.tuple(point, share, share).map(([of, from, to]) => ({ in: withPoint({ from, to }, of) })),
      members.map((all) => ({ all })),
      members.map((any) => ({ any })),
      tie('condition').map((not) => ({ not })),
    ),
  }
})

const serve: fc.Arbitrary<Serve> = fc.oneof(
  key.map((variant) => ({ variant })),
  fc
    .tuple(
      point,
      fc.uniqueArray(key, { maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 33_000 }), { minLength: 3 }),
    )
    .map(([of, variants, weights]) => {
      const parts = variants.reduce<Part[]>((before, variant, i) => {
        const from = before.at(-1)?.to ?? 0
        return [...before, { variant, from, to: from + (weights[i] ?? 1) }]
      }, [])
      return { split: withPoint({ parts }, of) }
    }),
)

describe('parse', () => {
  it('reads every sentence back as the rule it was written for', () => {
    fc.assert(
      fc.property(condition, serve, (when, gives) => {
        expect(parse(sentence({ when, serve: gives }))).toEqual({ when, serve: gives })
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['country is NO, DE and plan is not free -> on 25%', 'country is NO or DE and plan is not free → on for 25%'],
    ['country is one of NO, DE→on', 'country is NO or DE → on'],
    ['Plan IS Gold → on', 'Plan is Gold → on'],
    ['appVersion is version 2 or newer → on', 'appVersion is version "2" or newer → on'],
    ['everyone → a 30 %, b 70 %', 'everyone → a for 30%, b for 70%'],
  ])('takes the shorter spelling %j', (typed, written) => {
    const read = parse(typed)
    expect('when' in read && read.serve !== null ? sentence({ when: read.when, serve: read.serve }) : read).toBe(
      written,
    )
  })

  it('reads a condition without a serve', () => {
    expect(parse('country is NO')).toEqual({
      when: { attribute: 'country', operator: 'is', values: ['NO'] },
      serve: null,
    })
  })

  it.each([
    ['', 0],
    ['country', 7],
    ['country is', 10],
    ['country equals NO', 8],
    ['country is NO plan is free', 14],
    ['country is NO → on for 200 %', 23],
    ['(country is NO → on', 15],
    ['everyone → a for 60 %, b for 60 %', 33],
  ])('points at the first wrong word of %j', (typed, at) => {
    expect(parse(typed)).toEqual({ misread: { at, expected: expect.any(String) } })
  })
})
