import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeOf, truthOf } from '../../../../tests/support/ask-extended.ts'
import { aFlag } from '../../../../tests/support/builders.ts'
import { validateFlag } from '../../datafile/validate.ts'
import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { fitDocuments, fittedCondition } from './fit-documents.ts'

const profiles = [
  {},
  { missing: 'true' },
  { missing: 'unknown' },
  { missing: 'fatal:SERVER' },
  { negate: true },
] as const

/** A test of one of a few attributes, each either present or absent. */
const leaf: fc.Arbitrary<Condition> = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(...profiles, {}, {}, {}))
  .map(([at, profile]) => ({
    read: { firstOf: [[`a${at}`]] },
    test: { op: 'in.strict' as const, values: [true] },
    ...profile,
  }))

const long = (inner: fc.Arbitrary<Condition>, maxLength: number): fc.Arbitrary<Condition> =>
  fc
    .record({
      list: fc.array(inner, { maxLength, size: 'max' }),
      kind: fc.constantFrom('all' as const, 'any' as const),
      unknown: fc.constantFrom(undefined, 'sequential' as const, 'kleene' as const),
    })
    .map(({ list, kind, unknown }) => {
      const order = unknown === undefined ? {} : { unknown }
      return kind === 'all' ? { all: list, ...order } : { any: list, ...order }
    })

const condition = fc.oneof(
  long(leaf, 350),
  long(fc.oneof(leaf, leaf, leaf, long(leaf, 120)), 120),
  long(leaf, 350).map((inner): Condition => ({ not: inner })),
)

/** Few values are decisive, so that many lists are evaluated to their end. */
const context = fc
  .tuple(fc.boolean(), fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 3 }))
  .map(([usual, others]) =>
    Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`a${at}`, others.includes(at) ? !usual : usual])),
  )
const contexts = fc.array(fc.oneof(context, fc.constant({})), { minLength: 1, maxLength: 4 })

const longest = (node: Condition): number => {
  if (node === true) return 0
  if ('not' in node) return longest(node.not)
  const list = 'all' in node ? node.all : 'any' in node ? node.any : []
  return Math.max(list.length, ...list.map(longest))
}

const when = (condition: Condition, more: Partial<Rule> = {}): FlagDocument =>
  aFlag('asked').with({ rules: [{ id: 'r1', when: condition, serve: { variant: 'on' }, ...more }] })

const fitted = (flag: FlagDocument): FlagDocument => {
  const imported = {
    flags: { asked: flag },
    segments: {},
    findings: [],
    keys: { flags: new Map(), segments: new Map() },
  }
  fitDocuments({ ...imported, profile: 'test' })
  return imported.flags.asked
}

const problems = (flag: FlagDocument) => validateFlag(flag, { flags: {}, segments: {} })
const plain = (count: number): Condition[] =>
  Array.from({ length: count }, (_, at) => ({ attribute: `a${at}`, operator: 'is', values: ['x'] }))

describe('a list of conditions that is too long', () => {
  it('decides as a list of lists does, over random lists and contexts', () => {
    fc.assert(
      fc.property(condition, contexts, (flat, asked) => {
        const nested = fittedCondition(flat)
        expect(longest(nested)).toBeLessThanOrEqual(limits.conditionsPerRule)
        for (const one of asked) expect(truthOf(nested, one)).toBe(truthOf(flat, one))
      }),
      { numRuns: 50 },
    )
  })

  it('is left as it is while it fits', () => {
    const all = { all: plain(limits.conditionsPerRule) }
    expect(fittedCondition(all)).toBe(all)
  })

  it('inside a test of elements, or of the value of another flag, is nested too', () => {
    const inner = { any: plain(101) }
    const element = fittedCondition({ read: { firstOf: [['list']] }, test: { op: 'arr.elem', when: inner } })
    const other = fittedCondition({ flagTest: { flag: 'other', test: { valueWhen: inner } } })
    for (const one of [element, other]) expect(JSON.stringify(one)).toContain(JSON.stringify({ any: plain(100) }))
  })

  it.each<[string, Condition]>([
    ['250 tests of the kind that people write', { any: plain(250) }],
    ['3 000 tests', { any: plain(3_000) }],
    ['groups that are too deep', plain(9).reduce<Condition>((inner, one) => ({ any: [one, { not: inner }] }), true)],
  ])('can be published: %s', (_, large) => {
    const flag = fitted(when(large))
    expect(problems(when(large))).not.toEqual([])
    expect(problems(flag)).toEqual([])
    for (const one of [{}, { a8: 'x' }, { a249: 'x' }])
      expect(outcomeOf(flag, one).variant).toBe(outcomeOf(when(large), one).variant)
  })
})

describe('rules that are too many', () => {
  const rulesOf = (tests: readonly Condition[], onUnknown: Rule['onUnknown']): Rule[] =>
    tests.map((one, at) => ({
      id: `r${at}`,
      when: one,
      serve: { variant: at > 200 ? 'on' : 'other' },
      ...(onUnknown === undefined ? {} : { onUnknown }),
    }))

  it('serve the same as one, also where some are unknown', () => {
    const tests = fc.array(leaf, { minLength: 150, maxLength: 300, size: 'max' })
    const modes = fc.constantFrom(undefined, 'skip' as const, 'fatal' as const, 'remember' as const)
    fc.assert(
      fc.property(tests, modes, contexts, (all, onUnknown, asked) => {
        const flag = aFlag('asked').with({
          variants: { on: true, other: false, off: false },
          rules: rulesOf(all, onUnknown),
        })
        const few = fitted(flag)
        // A remembered rule takes effect only at the end, so it is not merged with others.
        expect(few.rules.length <= 2).toBe(onUnknown !== 'remember')
        for (const one of asked) {
          const [ours, theirs] = [outcomeOf(few, one), outcomeOf(flag, one)]
          expect([ours.variant, ours.errorCode, ours.reason === 'UNKNOWN']).toEqual([
            theirs.variant,
            theirs.errorCode,
            theirs.reason === 'UNKNOWN',
          ])
        }
      }),
      { numRuns: 30 },
    )
  })
})
