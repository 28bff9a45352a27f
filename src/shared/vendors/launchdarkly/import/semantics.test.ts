import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../engine/outcome.ts'
import type { Context } from '../../../schemas/context.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileLaunchDarkly } from './compile.ts'
import { type LdClause, LdConfig, type LdFlag, type LdRollout, type LdSegment } from './config.ts'

type Flags = Record<string, Partial<LdFlag>>

const base: LdFlag = {
  on: true,
  variations: ['a', 'b', 'c'],
  offVariation: 2,
  fallthrough: { variation: 1 },
  salt: 'salty',
}

const ask = async (flags: Flags, context: Context, segments: Record<string, LdSegment> = {}): Promise<Outcome> => {
  const whole = Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...base, ...flag }]))
  const asking = await createImportedEvaluator(compileLaunchDarkly(LdConfig.parse({ flags: whole, segments })), 0)
  return asking(Object.keys(flags)[0] ?? '', context)
}

const user = (attributes: Record<string, unknown> = {}): Context => ({ kind: 'user', key: 'user-1', ...attributes })

const matches = async (clauses: LdClause[], context: Context, segments: Record<string, LdSegment> = {}) =>
  (await ask({ flag: { rules: [{ id: 'r', variation: 0, clauses }] } }, context, segments)).value === 'a'

const clause = (op: string, values: LdClause['values'], more: Partial<LdClause> = {}): LdClause => ({
  attribute: 'x',
  op,
  values,
  ...more,
})

const rollout = (weights: number[], more: Partial<LdRollout> = {}): Partial<LdFlag> => ({
  fallthrough: { rollout: { variations: weights.map((weight, variation) => ({ variation, weight })), ...more } },
})

describe('a LaunchDarkly percentage', () => {
  it('hashes key and salt: user-1 of flag-a is at 45 839 of 100 000', async () => {
    expect((await ask({ 'flag-a': rollout([45_839, 1, 54_160]) }, user())).value).toBe('b')
  })

  it('hashes the seed in their place: then user-1 is at 80 184', async () => {
    expect((await ask({ 'flag-a': rollout([80_184, 1, 19_815], { seed: 61 }) }, user())).value).toBe('b')
  })

  it('leaves the end of a slot to the next', async () => {
    expect((await ask({ 'flag-a': rollout([45_839, 54_161]) }, user())).value).toBe('b')
  })

  it('gives what is past the end to the last slot', async () => {
    expect((await ask({ 'flag-a': rollout([1, 1]) }, user())).value).toBe('b')
  })

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['a fraction', 1.5],
    ['a boolean', true],
    ['a list', ['u']],
  ])('puts a unit that is %s into the first slot', async (_, x) => {
    expect((await ask({ flag: rollout([1, 99_999], { bucketBy: 'x' }) }, user({ x }))).value).toBe('a')
  })

  it('passes over a first slot that weighs less than nothing', async () => {
    expect((await ask({ flag: rollout([-5, 10, 99_995], { bucketBy: 'x' }) }, user())).value).toBe('b')
  })

  it('takes whole numbers as their text', async () => {
    const flag = rollout([50_000, 50_000], { bucketBy: 'x' })
    const [number, text] = [await ask({ flag }, user({ x: 123 })), await ask({ flag }, user({ x: '123' }))]
    expect(number.value).toBe(text.value)
  })

  it('ignores bucketBy in an experiment', async () => {
    const flag = { 'flag-a': rollout([45_839, 1, 54_160], { kind: 'experiment', bucketBy: 'x' }) }
    expect(await ask(flag, user({ x: 'other' }))).toMatchObject({ value: 'b', inExperiment: true })
  })

  it('takes nobody without the kind into an experiment', async () => {
    const flag = { flag: rollout([1, 99_999], { kind: 'experiment', contextKind: 'org' }) }
    expect(await ask(flag, user())).toMatchObject({ value: 'a', inExperiment: false })
  })

  it('takes the targeting key of a context of ours for the key', async () => {
    expect((await ask({ 'flag-a': rollout([45_839, 1, 54_160]) }, { targetingKey: 'user-1' })).value).toBe('b')
  })
})

describe('a LaunchDarkly prerequisite', () => {
  const child = (variation: number) => ({ prerequisites: [{ key: 'parent', variation }] })

  it('comes after the switch', async () => {
    expect(await ask({ flag: { ...child(1), on: false }, parent: {} }, user())).toMatchObject({ reason: 'DISABLED' })
  })

  it('fails to the off variation when there is no such flag', async () => {
    const answer = await ask({ flag: child(1) }, user())
    expect(answer).toMatchObject({ value: 'c', reason: 'PREREQUISITE_FAILED', prerequisite: 'parent' })
  })

  it('holds when the other flag serves the variation', async () => {
    expect((await ask({ flag: child(1), parent: {} }, user())).value).toBe('b')
  })

  it('fails when the other flag is off, though its off variation is the one', async () => {
    expect((await ask({ flag: child(2), parent: { on: false } }, user())).reason).toBe('PREREQUISITE_FAILED')
  })

  it('holds when the other flag is on and its own failed prerequisite leads to the one', async () => {
    const parent = { prerequisites: [{ key: 'gone', variation: 0 }] }
    expect((await ask({ flag: child(2), parent }, user())).value).toBe('b')
  })

  it('ends a circle as an error', async () => {
    const parent = { prerequisites: [{ key: 'flag', variation: 1 }] }
    expect(await ask({ flag: child(1), parent }, user())).toMatchObject({ reason: 'ERROR', detail: 'MALFORMED_FLAG' })
  })

  it('passes on an error of the other flag', async () => {
    expect((await ask({ flag: child(1), parent: { fallthrough: {} } }, user())).detail).toBe('MALFORMED_FLAG')
  })

  it('goes as deep as it leads', async () => {
    const depth = 20
    const chain = Array.from({ length: depth }, (_, i): [string, Partial<LdFlag>] => [
      `flag-${i}`,
      i + 1 < depth ? { prerequisites: [{ key: `flag-${i + 1}`, variation: 1 }] } : {},
    ])
    expect((await ask(Object.fromEntries(chain), user())).value).toBe('b')
  })
})

describe('a LaunchDarkly clause', () => {
  const yes = true
  const no = false
  const negate = { negate: true }

  it.each<[string, LdClause, unknown, boolean]>([
    ['is false without the attribute', clause('in', ['v']), undefined, no],
    ['is false without the attribute, negated too', clause('in', ['v'], negate), undefined, no],
    ['is false for null, negated too', clause('in', ['v'], negate), null, no],
    ['does not take a number for text', clause('startsWith', ['1']), 12, no],
    ['turns around that a number is no text', clause('startsWith', ['1'], negate), 12, yes],
    ['does not take text for a number', clause('lessThan', [5]), '3', no],
    ['tells the number 1 from the text 1', clause('in', [1]), '1', no],
    ['tells true from 1', clause('in', [1]), true, no],
    ['never matches an unreadable pattern', clause('matches', ['(']), 'x', no],
    ['turns around an unreadable pattern', clause('matches', ['('], negate), 'x', yes],
    ['finds a pattern anywhere', clause('matches', ['b+']), 'abbc', yes],
    ['takes any element and any value', clause('in', ['p', 'q']), ['o', 'q'], yes],
    ['negates after all elements', clause('in', ['p', 'q'], negate), ['o', 'q'], no],
    ['holds negated for an empty list', clause('in', ['p'], negate), [], yes],
    ['never matches a list in a list', clause('in', ['p']), [['p']], no],
    ['minds case', clause('contains', ['B']), 'abc', no],
    ['reads versions that are not whole', clause('semVerEqual', ['2']), '2.0.0', yes],
    ['reads no version with a v', clause('semVerEqual', ['2.0.0']), 'v2.0.0', no],
    ['reads no version with a leading zero', clause('semVerEqual', ['2.0.0']), '02.0.0', no],
    ['puts a pre-release before its release', clause('semVerLessThan', ['2.0.0']), '2.0.0-rc.1', yes],
    ['reads RFC 3339', clause('before', ['2020-01-02T00:00:00Z']), '2020-01-02T00:00:00+01:00', yes],
    ['reads epoch milliseconds', clause('after', ['1970-01-01T00:00:00Z']), 1, yes],
    ['reads no date without time and zone', clause('before', ['2020-01-02T00:00:00Z']), '2020-01-01', no],
    ['never matches by an operator nobody knows', clause('almost', ['v']), 'v', no],
    ['turns around an operator nobody knows', clause('almost', ['v'], negate), 'v', yes],
  ])('%s', async (_, one, x, expected) => {
    expect(await matches([one], user({ x }))).toBe(expected)
  })

  it('is not needed: no clause at all holds', async () => {
    expect(await matches([], user())).toBe(true)
  })

  it('reads a literal name without a kind, and a path with one', async () => {
    const context = user({ '/a/b': 'literal', a: { b: 'path' } })
    expect(await matches([clause('in', ['literal'], { attribute: '/a/b' })], context)).toBe(true)
    expect(await matches([clause('in', ['path'], { attribute: '/a/b', contextKind: 'user' })], context)).toBe(true)
  })

  it('ends the flag by a reference that makes no sense', async () => {
    const rules = [{ id: 'r', variation: 0, clauses: [clause('in', ['v'], { attribute: '//', contextKind: 'user' })] }]
    expect((await ask({ flag: { rules } }, user())).detail).toBe('MALFORMED_FLAG')
  })

  it('reads only contexts of its kind, and their kinds by the name `kind`', async () => {
    const both = { kind: 'multi', user: { key: 'u' }, org: { key: 'o' } }
    expect(await matches([clause('in', ['o'], { attribute: 'key', contextKind: 'org' })], both)).toBe(true)
    expect(await matches([clause('in', ['o'], { attribute: 'key' })], both)).toBe(false)
    expect(await matches([clause('in', ['org'], { attribute: 'kind' })], both)).toBe(true)
  })

  it('finds anonymous false where nothing is said', async () => {
    expect(await matches([clause('in', [false], { attribute: 'anonymous' })], user())).toBe(true)
  })
})

describe('a LaunchDarkly segment', () => {
  const member = (...keys: string[]): LdClause => ({ op: 'segmentMatch', values: keys })

  it('that is not there holds nobody, and the negation everybody', async () => {
    expect(await matches([member('gone')], user())).toBe(false)
    expect(await matches([{ ...member('gone'), negate: true }], user())).toBe(true)
  })

  it('includes before it excludes, and excludes before its rules', async () => {
    const everyone = [{ clauses: [] }]
    expect(await matches([member('s')], user(), { s: { included: ['user-1'], excluded: ['user-1'] } })).toBe(true)
    expect(await matches([member('s')], user(), { s: { excluded: ['user-1'], rules: everyone } })).toBe(false)
    expect(await matches([member('s')], user(), { s: { rules: everyone } })).toBe(true)
  })

  it('takes its lists for users, and those of a kind for that kind', async () => {
    const org = { kind: 'org', key: 'user-1' }
    expect(await matches([member('s')], org, { s: { included: ['user-1'] } })).toBe(false)
    const byKind = [{ contextKind: 'org', values: ['user-1'] }]
    expect(await matches([member('s')], org, { s: { includedContexts: byKind } })).toBe(true)
  })

  it('takes a share by its own key and salt', async () => {
    const segment = (weight: number) => ({ 'flag-a': { salt: 'salty', rules: [{ clauses: [], weight }] } })
    expect(await matches([member('flag-a')], user(), segment(45_840))).toBe(true)
    expect(await matches([member('flag-a')], user(), segment(45_839))).toBe(false)
  })

  it('that leads back to itself ends the flag', async () => {
    const rules = [{ id: 'r', variation: 0, clauses: [member('s')] }]
    const answer = await ask({ flag: { rules } }, user(), { s: { rules: [{ clauses: [member('s')] }] } })
    expect(answer.detail).toBe('MALFORMED_FLAG')
  })
})

describe('a LaunchDarkly target', () => {
  const targets = [{ variation: 0, values: ['user-1'] }]

  it('comes before the rules', async () => {
    const rules = [{ id: 'r', variation: 2, clauses: [] }]
    expect((await ask({ flag: { targets, rules } }, user())).value).toBe('a')
  })

  it('for users among context targets takes its keys from the targets', async () => {
    const contextTargets = [{ contextKind: 'user', variation: 0, values: [] }]
    expect((await ask({ flag: { targets, contextTargets } }, user())).value).toBe('a')
  })

  it('for users counts only as context targets name it, where they are given', async () => {
    const contextTargets = [{ contextKind: 'org', variation: 0, values: ['o'] }]
    expect((await ask({ flag: { targets, contextTargets } }, user())).value).toBe('b')
  })
})
