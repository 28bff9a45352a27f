import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile, aFlagDocument } from '../../../tests/support/arbitraries.ts'
import { aFlagOf, aSegment, where } from '../../../tests/support/builders.ts'
import { everyModule } from '../../../tests/support/every-module.ts'
import { draws } from '../../../tests/support/seed.ts'
import { buildDatafile } from '../datafile/build.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { answersOf } from './answer.ts'
import { reachOf } from './reach.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')

const withRules = (...conditions: Condition[]): FlagDocument => ({
  ...aFlagOf('string', { a: 'a', b: 'b' }),
  rules: conditions.map((when, i) => ({ id: `r${i + 1}`, when, serve: { variant: 'a' } })),
})
const deadIn = (...conditions: Condition[]) => Object.fromEntries(reachOf(withRules(...conditions)).dead)
const no = where('country', 'is', 'NO')
const se = where('country', 'is', 'SE')

/** The rules that contexts matched, as flag and rule, and the flags whose default serve they reached. */
const met = (datafile: Datafile, contexts: readonly Context[]) => {
  const compiled = compile(datafile, everyModule)
  const rules = new Set<string>()
  const last = new Set<string>()
  for (const [key, flag] of Object.entries(datafile.flags))
    for (const context of contexts) {
      const { reason, rule } = evaluate(compiled, key, context, nowMs)
      if (rule) rules.add(`${key} ${rule.id}`)
      else if (flag.on && reason !== 'PREREQUISITE_FAILED' && reason !== 'ERROR') last.add(key)
    }
  return { rules, last }
}

const said = (datafile: Datafile) => {
  const flags = Object.values(datafile.flags)
  return flags.flatMap((flag) =>
    [undefined, datafile].map((known) => ({ key: flag.key, ...reachOf(flag, answersOf(flags), known) })),
  )
}

describe('a rule that is said never to match', () => {
  it('matches no context, whatever the engine is asked', () => {
    const contexts = fc.array(aContext(), { minLength: 20, maxLength: 40 })
    let found = 0
    fc.assert(
      fc.property(aDatafile(), contexts, (datafile, some) => {
        const { rules, last } = met(datafile, some)
        for (const { key, dead, elseReached } of said(datafile)) {
          found += dead.size
          for (const id of dead.keys()) expect(rules).not.toContain(`${key} ${id}`)
          expect(!elseReached && last.has(key)).toBe(false)
        }
      }),
      { numRuns: draws(120, 300) },
    )
    expect(found).toBeGreaterThan(10)
  })

  it('is every one that matches none, where values and a limit are all that is asked for', () => {
    const leaf = fc.constantFrom<Condition>(
      ...[no, se, where('country', 'isNot', 'NO'), where('country', 'isOneOf', 'NO', 'SE'), where('country', 'exists')],
      ...[where('country', 'startsWith', 'N'), where('age', 'lessThan', 18), where('age', 'atLeast', 18)],
    )
    const condition = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }).map((all) => ({ all })),
      fc.array(leaf, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      leaf.map((not) => ({ not })),
    )
    const ages = [{ age: 17.5 }, { age: 18 }, { age: 'old' }, {}]
    const countries = ['NO', 'SE', 'NX', 'DK', null].map((country) => ({ country }))
    const contexts: Context[] = ages.flatMap((age) => countries.map((country) => ({ ...age, ...country })))
    let found = 0
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        const flag = withRules(...conditions)
        const { rules, last } = met(datafileOf(flag), contexts)
        const { dead, elseReached } = reachOf(flag)
        found += dead.size
        for (const { id } of flag.rules) expect([id, dead.has(id)]).toEqual([id, !rules.has(`${flag.key} ${id}`)])
        expect(elseReached).toBe(last.has(flag.key))
      }),
      { numRuns: draws(200, 500) },
    )
    expect(found).toBeGreaterThan(100)
  })

  it('is found in bounded time, however many rules there are', () => {
    const wide: Condition = {
      any: Array.from({ length: 8 }, (_, i) => ({ all: [where('a', 'is', i), where('b', 'is', i)] })),
    }
    const flag = withRules(...Array.from({ length: 60 }, () => wide))
    expect([...reachOf(flag).dead.keys()]).toContain('r2')
  })

  it('may be said of any document', () => {
    fc.assert(fc.property(aFlagDocument(), (flag) => void reachOf(flag)))
    expect(reachOf(withRules()).dead.size).toBe(0)
  })
})

const datafileOf = (flag: FlagDocument): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: { [flag.key]: flag },
    segments: {},
  })

describe('a rule that asks for more than attributes', () => {
  const dead = (flag: FlagDocument, ...around: (FlagDocument | SegmentDocument)[]) =>
    [
      ...reachOf(flag, new Map(), {
        flags: Object.fromEntries(around.flatMap((one) => ('variants' in one ? [[one.key, one]] : []))),
        segments: Object.fromEntries(around.flatMap((one) => ('included' in one ? [[one.key, one]] : []))),
      }).dead.keys(),
    ].join()
  const inNorway = aSegment('norway', { when: no, excluded: ['mallory'] })
  const slice = (from: number, to: number, salt?: string): Condition => ({
    in: { ...(salt !== undefined && { point: { salt } }), from, to },
  })

  it('is dead where its segment has nobody left for it', () => {
    expect(dead(withRules({ all: [{ segment: 'norway' }, se] }), inNorway)).toBe('r1')
    expect(dead(withRules({ segment: 'norway' }, no), inNorway)).toBe('')
    expect(dead(withRules(no, { segment: 'norway' }), inNorway)).toBe('r2')
    expect(dead(withRules({ all: [{ segment: 'norway' }, where('targetingKey', 'is', 'mallory')] }), inNorway)).toBe(
      'r1',
    )
    expect(dead(withRules({ segment: 'of-others' }, { not: { segment: 'of-others' } }, se))).toBe('r3')
  })

  it('is dead where the flag it asks never answers those people so', () => {
    const other = { ...aFlagOf('string', { a: 'a', b: 'b', c: 'c' }), key: 'other' }
    const asked = { ...other, rules: [{ id: 'r', when: no, serve: { variant: 'a' } }], otherwise: { variant: 'b' } }
    const asks = (variant: string): Condition => ({ flag: 'other', variants: [variant] })
    expect(dead(withRules({ all: [asks('a'), se] }, { all: [asks('a'), no] }), asked)).toBe('r1')
    expect(dead(withRules(asks('c')), asked)).toBe('r1')
    expect(dead(withRules(asks('a'), asks('b'), se), asked)).toBe('r3')
    expect(dead(withRules(asks('a'), asks('b'), se))).toBe('')
  })

  it('is dead where its buckets are taken, of the same salt and unit', () => {
    expect(dead(withRules({ all: [slice(0, 50_000), slice(50_000, 100_000)] }))).toBe('r1')
    expect(dead(withRules({ all: [slice(0, 50_000), slice(50_000, 100_000, 'other')] }))).toBe('')
    expect(dead(withRules(slice(0, 60_000), slice(40_000, 100_000), where('targetingKey', 'exists')))).toBe('')
    expect(dead(withRules(slice(0, 60_000), slice(40_000, 100_000), where('targetingKey', 'startsWith', 'a')))).toBe(
      'r3',
    )
  })

  it('is dead where no text passes, and where attributes rule it out together', () => {
    expect(
      dead(
        withRules({
          all: [where('email', 'endsWith', '.com'), where('email', 'matches', String.raw`^\w+@acme\.org$`)],
        }),
      ),
    ).toBe('r1')
    const plan = where('plan', 'is', 'pro')
    expect(dead(withRules({ any: [no, plan] }, { all: [{ not: plan }, no] }))).toBe('r2')
  })

  it('is not said of what only today rules out', () => {
    const later = { all: [where('since', 'after', '2030-01-01T00:00:00Z'), where('since', 'olderThan', '30d')] }
    expect(dead(withRules(later))).toBe('')
    expect(
      dead(withRules({ all: [where('since', 'olderThan', '30d'), { not: where('since', 'olderThan', '30d') }] })),
    ).toBe('r1')
  })
})

describe('why it never matches', () => {
  it('is a contradiction of two lines', () => {
    expect(deadIn({ all: [where('plan', 'is', 'pro'), no, se] })).toEqual({
      r1: { because: 'contradiction', lines: [no, se] },
    })
  })
  it('is the rule that serves everyone', () => {
    expect(deadIn(true, no)).toEqual({ r2: { because: 'shadow', by: [0] } })
  })
  it('is an earlier rule about more people', () => {
    expect(
      deadIn(where('country', 'isOneOf', 'NO', 'SE'), where('plan', 'is', 'pro'), {
        all: [no, where('plan', 'exists')],
      }),
    ).toEqual({ r3: { because: 'shadow', by: [0] } })
  })
  it('is several earlier rules together', () => {
    expect(deadIn(no, se, where('country', 'isOneOf', 'NO', 'SE'))).toEqual({ r3: { because: 'shadow', by: [0, 1] } })
  })
  it.each<[string, Condition, Condition]>([
    ['numbers', where('age', 'lessThan', 18), where('age', 'atLeast', 18)],
    ['versions', where('app', 'versionAtLeast', '2.0.0'), where('app', 'versionLessThan', '1.9')],
    ['instants', where('since', 'after', '2026-01-01T00:00:00Z'), where('since', 'before', '2025-01-01T00:00:00Z')],
    ['presence', where('plan', 'exists'), { not: where('plan', 'exists') }],
    ['texts', where('email', 'is', 'a@b.se'), where('email', 'endsWith', '.no')],
    ['segments', { segment: 'staff' }, { not: { segment: 'staff' } }],
    ['variants', { flag: 'other', variants: ['on'] }, { flag: 'other', variants: ['off'] }],
  ])('is found among %s', (_, first, second) => {
    expect(deadIn({ all: [first, second] })).toEqual({ r1: { because: 'contradiction', lines: [first, second] } })
  })
  it('is not said of a rule that somebody still writes, nor of one behind a split', () => {
    const behind = withRules(no, no)
    const parts = [{ variant: 'a', from: 0, to: 100_000 }]
    const [first, second] = behind.rules
    const flag = { ...behind, rules: [{ ...first, serve: { split: { parts } } }, second] } as FlagDocument
    expect([deadIn(where('country', 'is')), [...reachOf(flag).dead]]).toEqual([{}, []])
  })
  it('is a flag that answers everybody with another variant', () => {
    const flag = withRules({ flag: 'other', variants: ['on'] })
    const sole = new Map([
      ['another', 'on'],
      ['other', 'off'],
    ])
    expect([...reachOf(flag, sole).dead]).toEqual([['r1', { because: 'flag', flag: 'other', answer: 'off' }]])
  })
})
