import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlagDocument } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, where } from '../../../tests/support/builders.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { canonicalJson } from './canonical-json.ts'
import { merge } from './merge.ts'

const plain = (document: FlagDocument): FlagDocument => JSON.parse(JSON.stringify(document))
const rule = (id: string, fields: Partial<Rule> = {}): Rule => ({ id, when: true, serve: { variant: 'on' }, ...fields })
const withRules = (...ids: string[]) => plain(aFlag().with({ rules: ids.map((id) => rule(id)) }))
const idsOf = ({ rules }: FlagDocument) => rules.map(({ id }) => id)

describe('a three-way merge', () => {
  it('keeps what both did where they touched different fields', () => {
    const base = withRules('a', 'b')
    const theirs = { ...base, on: false, rules: [rule('a', { name: 'theirs' }), rule('b')] }
    const yours = { ...base, rules: [rule('a', { serve: { variant: 'off' } }), rule('b', { name: 'yours' })] }
    const rules = [rule('a', { name: 'theirs', serve: { variant: 'off' } }), rule('b', { name: 'yours' })]
    expect(merge('flag', base, theirs, yours)).toEqual({ document: { ...base, on: false, rules }, clashes: [] })
  })

  it('shows base, theirs and yours of a field that both changed', () => {
    const base = withRules('a')
    const theirs = { ...base, rules: [rule('a', { serve: { variant: 'off' } })] }
    const yours = { ...base, rules: [rule('a', { serve: { split: { parts: [] } } })] }
    expect(merge('flag', base, theirs, yours).clashes).toEqual([
      {
        path: 'rules.a.serve',
        base: { variant: 'on' },
        theirs: { variant: 'off' },
        yours: { split: { parts: [] } },
      },
    ])
  })

  it('takes the side that somebody chose', () => {
    const base = plain(aFlag())
    const theirs = { ...base, otherwise: { variant: 'on' } }
    const yours = { ...base, otherwise: { split: { parts: [] } } }
    expect(merge('flag', base, theirs, yours, { otherwise: 'yours' })).toEqual({ document: yours, clashes: [] })
    expect(merge('flag', base, theirs, yours, { otherwise: 'theirs' })).toEqual({ document: theirs, clashes: [] })
  })

  it('clashes where one removed what the other changed', () => {
    const base = withRules('a', 'b')
    const yours = { ...base, rules: [rule('a', { name: 'kept' }), rule('b')] }
    expect(merge('flag', base, withRules('b'), yours).clashes).toEqual([
      { path: 'rules.a', base: rule('a'), yours: rule('a', { name: 'kept' }) },
    ])
    expect(merge('flag', base, null, yours).clashes).toEqual([{ path: '', base, theirs: null, yours }])
  })

  it('keeps the moves of both', () => {
    const base = withRules('a', 'b', 'c', 'd')
    const { document, clashes } = merge('flag', base, withRules('b', 'a', 'c', 'd'), withRules('a', 'b', 'd', 'c'))
    expect(idsOf(document)).toEqual(['b', 'a', 'd', 'c'])
    expect(clashes).toEqual([])
  })

  it('keeps a move beside an edit of the rule that moved', () => {
    const base = withRules('a', 'b')
    const yours = { ...base, rules: [rule('a', { name: 'mine' }), rule('b')] }
    const { document } = merge('flag', base, withRules('b', 'a'), yours)
    expect(document.rules).toEqual([rule('b'), rule('a', { name: 'mine' })])
  })

  it('lets people choose between moves that contradict each other', () => {
    const sides = [withRules('a', 'b', 'c'), withRules('b', 'a', 'c'), withRules('a', 'c', 'b', 'new')] as const
    expect(merge('flag', ...sides).clashes).toEqual([
      { path: 'rules.order', base: ['a', 'b', 'c'], theirs: ['b', 'a', 'c'], yours: ['a', 'c', 'b', 'new'] },
    ])
    expect(idsOf(merge('flag', ...sides, { 'rules.order': 'theirs' }).document)).toEqual(['b', 'a', 'c', 'new'])
    expect(idsOf(merge('flag', ...sides, { 'rules.order': 'yours' }).document)).toEqual(['a', 'c', 'b', 'new'])
  })

  it('keeps moves that agree', () => {
    const { document } = merge('flag', withRules('a', 'b', 'c'), withRules('b', 'c', 'a'), withRules('c', 'a', 'b'))
    expect(idsOf(document)).toEqual(['c', 'b', 'a'])
  })

  it('puts a new rule behind the rule it was added to', () => {
    const { document } = merge('flag', withRules('a', 'b'), withRules('b', 'a'), withRules('a', 'new', 'b'))
    expect(idsOf(document)).toEqual(['b', 'a', 'new'])
  })

  it('puts theirs first where both added a rule at the same place', () => {
    const { document, clashes } = merge('flag', withRules('a'), withRules('a', 'theirs'), withRules('a', 'yours'))
    expect(idsOf(document)).toEqual(['a', 'theirs', 'yours'])
    expect(clashes).toEqual([])
  })

  it('keeps the order of variants', () => {
    const base = plain(aFlag())
    const theirs = { ...base, variants: { off: false, on: true } }
    const yours = { ...base, variants: { on: true, off: false, beta: true } }
    const { document } = merge('flag', base, theirs, yours)
    expect(Object.keys(document.variants)).toEqual(['off', 'beta', 'on'])
  })

  it('matches rules whose ids look like numbers', () => {
    expect(
      idsOf(merge('flag', withRules('10', '2'), withRules('10', '2', '1'), withRules('10', '2')).document),
    ).toEqual(['10', '2', '1'])
  })

  it('takes members in and out of segments one by one, and never clashes over them', () => {
    const base = aSegment('beta', { included: ['anna', 'ben'] })
    const theirs = { ...base, included: ['ben', 'carla'] }
    const yours = { ...base, included: ['anna', 'ben', 'dora'], when: where('plan', 'is', 'pro') }
    expect(merge('segment', base, theirs, yours)).toEqual({
      document: { ...yours, included: ['ben', 'carla', 'dora'] },
      clashes: [],
    })
  })
})

/** Edits by an editor called `who`, one per field. Edits of different fields are disjoint. */
const edits: Record<string, (flag: FlagDocument, who: string) => FlagDocument> = {
  switch: (flag) => ({ ...flag, on: !flag.on }),
  salt: (flag, who) => ({ ...flag, salt: `${flag.salt}${who}` }),
  visibility: (flag) => ({ ...flag, visibleToClients: !flag.visibleToClients }),
  otherwise: (flag, who) => ({ ...flag, otherwise: { split: { point: { salt: who }, parts: [] } } }),
  variant: (flag, who) => ({ ...flag, variants: { ...flag.variants, [who]: 'x' } }),
  prerequisite: (flag, who) => ({ ...flag, prerequisites: [...flag.prerequisites, { flag: who, variants: ['on'] }] }),
  'name of a': (flag, who) => edited(flag, 'a', { name: who }),
  'serve of a': (flag) => edited(flag, 'a', { serve: { variant: 'off' } }),
  'condition of b': (flag, who) => edited(flag, 'b', { when: where('plan', 'is', who) }),
  'removal of c': (flag) => ({ ...flag, rules: flag.rules.filter((rule) => rule.id !== 'c') }),
  'rule after a': (flag, who) => ({
    ...flag,
    rules: flag.rules.flatMap((r) => (r.id === 'a' ? [r, rule(`new-${who}`)] : r)),
  }),
  'rule at the end': (flag, who) => ({ ...flag, rules: [...flag.rules, rule(`last-${who}`)] }),
}
const edited = (flag: FlagDocument, id: string, fields: Partial<Rule>): FlagDocument => ({
  ...flag,
  rules: flag.rules.map((rule) => (rule.id === id ? { ...rule, ...fields } : rule)),
})
const exact = (flag: FlagDocument | null) => canonicalJson([flag, flag && Object.keys(flag.variants)])

describe('every three-way merge', () => {
  const aBase = () =>
    aFlagDocument().map((flag) => ({ ...flag, rules: [rule('a'), rule('b'), rule('c'), ...flag.rules] }))

  it('gives theirs where you changed nothing, and yours where they changed nothing', () => {
    fc.assert(
      fc.property(aFlagDocument(), aFlagDocument(), (base, other) => {
        expect(exact(merge('flag', base, other, base).document)).toBe(exact(other))
        expect(exact(merge('flag', base, base, other).document)).toBe(exact(other))
      }),
    )
  })

  it('gives what both made of it where both made the same', () => {
    fc.assert(
      fc.property(aFlagDocument(), aFlagDocument(), (base, other) => {
        const { document, clashes } = merge('flag', base, other, other)
        expect(clashes).toEqual([])
        expect(exact(document)).toBe(exact(other))
      }),
    )
  })

  it('makes the same of disjoint edits, whoever came first, and never clashes', () => {
    fc.assert(
      fc.property(aBase(), fc.shuffledSubarray(Object.values(edits)), fc.nat(), (base, chosen, at) => {
        const apply = (by: typeof chosen, who: string) => by.reduce((flag, edit) => edit(flag, who), base)
        const cut = at % (chosen.length + 1)
        const [one, other] = [apply(chosen.slice(0, cut), 'one'), apply(chosen.slice(cut), 'other')]
        const { document, clashes } = merge('flag', base, one, other)
        expect(clashes).toEqual([])
        expect(exact(document)).toBe(exact(merge('flag', base, other, one).document))
      }),
    )
  })

  it('leaves no clash open when every clash is chosen', () => {
    fc.assert(
      fc.property(aFlagDocument(), aFlagDocument(), aFlagDocument(), (base, theirs, yours) => {
        const { clashes } = merge('flag', base, theirs, yours)
        const choices = Object.fromEntries(clashes.map(({ path }) => [path, 'yours' as const]))
        expect(merge('flag', base, theirs, yours, choices).clashes).toEqual([])
      }),
    )
  })

  it('shows the same clashes to both sides, mirrored', () => {
    fc.assert(
      fc.property(aFlagDocument(), aFlagDocument(), aFlagDocument(), (base, theirs, yours) => {
        const paths = (clashes: { path: string }[]) => clashes.map(({ path }) => path).sort()
        expect(paths(merge('flag', base, theirs, yours).clashes)).toEqual(
          paths(merge('flag', base, yours, theirs).clashes),
        )
      }),
    )
  })
})
