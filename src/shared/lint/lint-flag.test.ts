import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlagDocument } from '../../../tests/support/arbitraries.ts'
import { aFlag, aFlagOf, split, where } from '../../../tests/support/builders.ts'
import { buildDatafile } from '../datafile/build.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { LintContext } from './finding.ts'
import { lintFlag } from './lint-flag.ts'
import { quickFixOf } from './quick-fix.ts'

const around = (part: Partial<LintContext> = {}): LintContext => ({
  attributes: [],
  answers: new Map(),
  emptySegments: new Set(),
  ...part,
})
const country = {
  name: 'country',
  declared: true,
  values: [
    { value: 'NO', count: 4_012 },
    { value: 'SE', count: 12 },
  ],
}
const kinds = (document: FlagDocument, part: Partial<LintContext> = {}) =>
  lintFlag(document, around(part)).map(({ kind, rule }) => (rule === null ? kind : `${kind} ${rule}`))
/** The rules after applying the fix of the first finding. */
const fixed = (document: FlagDocument, part: Partial<LintContext> = {}) => {
  const [finding] = lintFlag(document, around(part))
  return finding === undefined ? undefined : quickFixOf(document, finding)
}
const conditions = (document: FlagDocument | undefined) => document?.rules.map(({ when }) => when)
const no = where('country', 'is', 'NO')
const se = where('country', 'is', 'SE')

describe('the lint of a flag', () => {
  it('finds nothing wrong with what is plain', () => {
    expect(
      kinds(
        aFlag()
          .rule(no, 'on')
          .rule(se, split({ on: 50_000, off: 50_000 })),
        { attributes: [country] },
      ),
    ).toEqual([])
  })

  it('moves a rule up that an earlier one hides', () => {
    const flag = aFlag().rule(where('country', 'exists'), 'off').rule(no, 'on')
    expect(kinds(flag)).toEqual(['never-matches r2', 'unserved'])
    expect(fixed(flag)).toMatchObject({ act: 'move-up', before: 0 })
    expect(conditions(fixed(flag)?.document)).toEqual([no, where('country', 'exists')])
  })

  it('removes a rule that is there twice', () => {
    const flag = aFlag().rule(no, 'on').rule(no, 'off')
    expect([fixed(flag)?.act, conditions(fixed(flag)?.document)]).toEqual(['remove', [no]])
  })

  it('joins two lines of which one attribute cannot meet both', () => {
    const flag = aFlag().rule({ all: [no, se, where('plan', 'is', 'pro')] }, 'on')
    expect(fixed(flag)?.act).toBe('join')
    const both = where('country', 'isOneOf', 'NO', 'SE')
    expect(conditions(fixed(flag)?.document)).toEqual([{ all: [both, where('plan', 'is', 'pro')] }])
  })

  it('says that a rule changes nothing, and makes it matter at a click', () => {
    const flag = aFlag().serving('on').rule(no, 'on')
    expect(kinds(flag)).toEqual(['changes-nothing r1'])
    expect(fixed(flag)).toMatchObject({
      act: 'serve-else',
      variant: 'off',
      document: { otherwise: { variant: 'off' } },
    })
  })
  it('says so of every rule after which all get the same', () => {
    expect(
      kinds(
        aFlag()
          .rule(se, 'on')
          .rule(no, 'off')
          .rule(where('plan', 'is', 'pro'), 'off'),
      ),
    ).toEqual(['changes-nothing r2', 'changes-nothing r3'])
  })
  it('says nothing of a rule that keeps people from a later one', () => {
    expect(
      kinds(
        aFlag()
          .rule(no, 'off')
          .rule(where('plan', 'is', 'pro'), 'on'),
      ),
    ).toEqual([])
  })
  it('calls a rule one that changes nothing only where the flag answers the same without it', () => {
    const person = fc.record({
      targetingKey: fc.constantFrom('a', 'b', 'c'),
      country: fc.constantFrom('NO', 'SE', 'DE'),
      plan: fc.constantFrom('pro', 'free'),
    })
    const datafile = (flag: FlagDocument) =>
      buildDatafile({
        project: 'shop',
        environment: 'production',
        revision: 1,
        publishedAt: '2026-11-20T12:00:00.000Z',
        flags: { [flag.key]: flag },
        segments: {},
      })
    const rules = fc.array(
      fc.tuple(
        fc.constantFrom(no, se, where('plan', 'is', 'pro'), true as const),
        fc.constantFrom('on', 'off', split({ on: 30_000 })),
      ),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(rules, fc.constantFrom('on', 'off'), person, (all, rest, context) => {
        const flag = all.reduce((built, [when, serve]) => built.rule(when, serve), aFlag().serving(rest))
        const named = new Set(
          lintFlag(flag, around()).flatMap((one) => (one.kind === 'changes-nothing' ? [one.rule] : [])),
        )
        const without = { ...flag, rules: flag.rules.filter(({ id }) => !named.has(id)) }
        const answer = (document: FlagDocument) =>
          evaluate(compile(datafile(document)), document.key, context, 0).variant
        expect(answer(without)).toBe(answer(flag))
      }),
    )
  })
  it('turns a split of one variant into the variant', () => {
    const flag = aFlag().rule(no, split({ on: 100_000 }))
    expect(kinds(flag)).toEqual(['split-of-one r1'])
    expect(fixed(flag)?.document.rules[0]?.serve).toEqual({ variant: 'on' })
  })

  it('says when nobody is left for everyone else, and which variants nobody gets', () => {
    const flag = aFlagOf('string', { a: 'a', b: 'b', c: 'c' }).rule(true, 'b')
    expect(kinds(flag)).toEqual(['nobody-else', 'unserved', 'unserved'])
  })

  it('says when a flag that is required answers everybody otherwise', () => {
    const flag = aFlag().requiring('other', 'on').serving('on')
    expect(lintFlag(flag, around({ answers: new Map([['other', '']]) }))).toEqual([
      { kind: 'unmet', rule: null, flag: 'other', answer: '' },
    ])
    expect(kinds(flag, { answers: new Map([['other', 'on']]) })).toEqual([])
  })

  it('names a segment that holds nobody', () => {
    const flag = aFlag().rule({ segment: 'beta' }, 'on')
    expect(kinds(flag, { emptySegments: new Set(['beta']) })).toEqual(['empty-segment r1'])
  })

  it.each([
    ['contry', 'country'],
    ['Country', 'country'],
    ['coutnry', 'country'],
    ['targetingkey', 'targetingKey'],
  ])('takes %s for %s', (attribute, near) => {
    const flag = aFlag().rule({ any: [where(attribute, 'is', 'NO'), where('plan', 'is', 'pro')] }, 'on')
    expect(lintFlag(flag, around({ attributes: [country] }))).toEqual([
      { kind: 'unknown-attribute', rule: 'r1', attribute, near },
    ])
    const after = { any: [where(near, 'is', 'NO'), where('plan', 'is', 'pro')] }
    expect(conditions(fixed(flag, { attributes: [country] })?.document)).toEqual([after])
  })

  it('takes no other name for a declared one', () => {
    expect(
      kinds(aFlag().rule(where('county', 'is', 'Kent'), 'on'), {
        attributes: [country, { name: 'county', declared: false, values: [{ value: 'Kent', count: 3 }] }],
      }),
    ).toEqual([])
  })

  it('says that a value was never seen, and which one was', () => {
    const flag = aFlag().rule(where('country', 'isOneOf', 'no', 'SE'), 'on')
    expect(lintFlag(flag, around({ attributes: [country] }))).toEqual([
      { kind: 'unseen-value', rule: 'r1', attribute: 'country', value: 'no', other: 'NO', count: 4_012, near: true },
    ])
    const after: Condition[] = [where('country', 'isOneOf', 'NO', 'SE')]
    expect(conditions(fixed(flag, { attributes: [country] })?.document)).toEqual(after)
  })

  it('never offers the key of another person', () => {
    const people = { ...country, values: [{ value: 'user-41', count: 4_012 }] }
    const flag = (attribute: string) => aFlag().rule(where(attribute, 'is', 'user-42'), 'on')
    expect(kinds(flag('targetingKey'), { attributes: [{ ...people, name: 'targetingKey' }] })).toEqual([])
    expect(kinds(flag('email'), { attributes: [{ ...people, name: 'email', personal: true }] })).toEqual([])
    // Undeclared attributes: recognized by their name, by values that rarely repeat, or by numbers that differ.
    expect(kinds(flag('userId'), { attributes: [{ ...people, name: 'userId', declared: false }] })).toEqual([])
    const keys = Array.from({ length: 20 }, (_, at) => ({ value: `uses-${at}`, count: 2 }))
    expect(kinds(flag('kunde'), { attributes: [{ name: 'kunde', declared: false, values: keys }] })).toEqual([])
    const two = [{ value: 'user-41', count: 30 }]
    expect(kinds(flag('kunde'), { attributes: [{ name: 'kunde', declared: false, values: two }] })).toEqual([])
  })

  it('says of any value that it was never seen, where the few that are were seen often', () => {
    const flag = aFlag().rule(where('country', 'is', 'Norway'), 'on')
    expect(lintFlag(flag, around({ attributes: [country] }))).toEqual([
      {
        kind: 'unseen-value',
        rule: 'r1',
        attribute: 'country',
        value: 'Norway',
        other: 'NO',
        count: 4_012,
        near: false,
      },
    ])
    const declared = { ...country, values: [{ value: 'NO', count: 0 }] }
    expect(kinds(flag, { attributes: [declared] })).toEqual([])
  })

  it('finds no more what was fixed, whatever the document', () => {
    fc.assert(
      fc.property(aFlagDocument(), (document) => {
        for (const finding of lintFlag(document, around({ attributes: [country] }))) {
          const fix = quickFixOf(document, finding)
          if (fix === null) continue
          const left = lintFlag(fix.document, around({ attributes: [country] }))
          expect(left).not.toContainEqual(finding)
        }
      }),
    )
  })
})
