import { describe, expect, it } from 'vitest'
import { truthOf } from '../../../../tests/support/ask-extended.ts'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import type { Condition, ExtendedTest, FlagTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { LeafProfile } from '../../schemas/extended-test.ts'

const plan: AttributeRef = { firstOf: [['plan']], skip: 'never' }
const isPro: ExtendedTest = { op: 'in.strict', values: ['pro'], types: ['string'] }
const leaf = (profile: LeafProfile = {}, test: ExtendedTest = isPro, read = plan): Condition => ({
  read,
  test,
  ...profile,
})

const yes: Condition = true
const no: Condition = { not: true }
const unknown = leaf({ missing: 'unknown' }, isPro, { firstOf: [['nowhere']] })
const fatal = leaf({ missing: 'fatal:SERVER' }, isPro, { firstOf: [['nowhere']] })

describe('all and any', () => {
  it.each<[string, Condition, string]>([
    ['an empty all', { all: [], unknown: 'sequential' }, 'true'],
    ['an empty any', { any: [], unknown: 'sequential' }, 'false'],
    ['all, a false before an unknown', { all: [no, unknown] }, 'false'],
    ['all, an unknown before a false, in sequence', { all: [unknown, no], unknown: 'sequential' }, 'unknown'],
    ['all, an unknown before a false, by Kleene', { all: [unknown, no], unknown: 'kleene' }, 'false'],
    ['all, an unknown and truths, by Kleene', { all: [yes, unknown, yes], unknown: 'kleene' }, 'unknown'],
    ['any, a true before an unknown', { any: [yes, unknown] }, 'true'],
    ['any, an unknown before a true, in sequence', { any: [unknown, yes] }, 'unknown'],
    ['any, an unknown before a true, by Kleene', { any: [unknown, yes], unknown: 'kleene' }, 'true'],
    ['any, an unknown and a false, by Kleene', { any: [no, unknown], unknown: 'kleene' }, 'unknown'],
    ['not of an unknown', { not: unknown }, 'unknown'],
    ['an error behind a decisive value', { any: [yes, fatal], unknown: 'kleene' }, 'true'],
    ['an error', { any: [no, fatal] }, 'SERVER'],
  ])('%s is as it should be', (_, condition, expected) => {
    expect(truthOf(condition, {})).toBe(expected)
  })
})

describe('a reference into a text', () => {
  const into = (name: string): AttributeRef => ({ firstOf: [['plan', name]], textIndex: true, skip: 'never' })
  const isOneOf = (...values: (string | number)[]): ExtendedTest => ({
    op: 'in.strict',
    values,
    types: ['string', 'number'],
  })

  it.each<[string, string, string | number, string]>([
    ['its length', 'length', 3, 'true'],
    ['another length than it has', 'length', 4, 'false'],
    ['a letter of it', '1', 'r', 'true'],
    ['a letter that it has elsewhere', '1', 'p', 'false'],
    ['a letter behind its end', '3', 'o', 'false'],
  ])('finds %s, compiled and interpreted', (_, name, value, expected) => {
    expect(truthOf(leaf({}, isOneOf(value), into(name)), { plan: 'pro' })).toBe(expected)
  })
})

describe('a leaf', () => {
  it.each<[string, LeafProfile, unknown, string]>([
    ['holds', {}, { plan: 'pro' }, 'true'],
    ['is negated', { negate: true }, { plan: 'pro' }, 'false'],
    ['is false by default when the attribute is missing', {}, {}, 'false'],
    ['is false when missing even where it negates', { negate: true }, {}, 'false'],
    ['is true when missing where the convention says so', { negate: true, missing: 'true' }, {}, 'true'],
    ['is unknown when missing where the convention says so', { missing: 'unknown' }, {}, 'unknown'],
    ['goes on with null when missing', { missing: 'null', negate: true, invalid: 'unknown' }, {}, 'unknown'],
    ['takes null for missing', { missing: 'true' }, { plan: null }, 'true'],
    [
      'takes null for a value where only a missing key is absent',
      { presence: 'own', missing: 'true' },
      { plan: null },
      'false',
    ],
    ['has a result of its own for null', { presence: 'own', nullIs: 'unknown' }, { plan: null }, 'unknown'],
    ['takes an empty text for missing', { presence: 'nonEmpty', missing: 'true' }, { plan: '' }, 'true'],
    ['takes what is falsy for missing', { presence: 'truthy', missing: 'true' }, { plan: 0 }, 'true'],
    ['takes all but text for missing', { presence: 'text', missing: 'true' }, { plan: 7 }, 'true'],
    ['takes nothing for missing', { presence: 'any', missing: 'true', invalid: 'unknown' }, {}, 'unknown'],
    ['is false when not coercible even where it negates', { negate: true }, { plan: 7 }, 'false'],
    ['is true when not coercible where the convention says so', { invalid: 'true' }, { plan: 7 }, 'true'],
    ['ends the flag', { missing: 'fatal:BAD_CONFIG' }, {}, 'BAD_CONFIG'],
  ])('%s', (_, profile, context, expected) => {
    expect(truthOf(leaf(profile), context)).toBe(expected)
  })
})

describe('an attribute reference', () => {
  const read = (ref: AttributeRef, context: unknown) => truthOf({ read: ref, test: isPro }, context)
  it.each<[string, AttributeRef, unknown, string]>([
    ['tries its paths in order', { firstOf: [['a'], ['b', 'c']] }, { b: { c: 'pro' } }, 'true'],
    ['passes over null by default', { firstOf: [['a'], ['b']] }, { a: null, b: 'pro' }, 'true'],
    ['stays at an empty text by default', { firstOf: [['a'], ['b']] }, { a: '', b: 'pro' }, 'false'],
    ['may pass over what is falsy', { firstOf: [['a'], ['b']], skip: 'falsy' }, { a: '', b: 'pro' }, 'true'],
    ['may pass over all but text', { firstOf: [['a'], ['b']], skip: 'nonEmptyString' }, { a: 7, b: 'pro' }, 'true'],
    ['may pass over objects', { firstOf: [['a'], ['b']], skip: 'nonPrimitive' }, { a: {}, b: 'pro' }, 'true'],
    ['may pass over nothing', { firstOf: [['a'], ['b']], skip: 'never' }, { a: null, b: 'pro' }, 'false'],
    ['steps into lists only where it may', { firstOf: [['a', '0']] }, { a: ['pro'] }, 'false'],
    ['steps into lists', { firstOf: [['a', '0']], arrayIndex: true }, { a: ['pro'] }, 'true'],
    [
      'reads the context of its kind',
      { firstOf: [['a']], contextKind: 'org' },
      { kind: 'multi', org: { a: 'pro' } },
      'true',
    ],
    ['reads a single context of its kind', { firstOf: [['a']], contextKind: 'org' }, { kind: 'org', a: 'pro' }, 'true'],
    ['takes a context without a kind for a user', { firstOf: [['a']], contextKind: 'user' }, { a: 'pro' }, 'true'],
    ['reads nothing of other kinds', { firstOf: [['a']], contextKind: 'org', otherwise: 'pro' }, { a: 'pro' }, 'false'],
    ['has a value of its own otherwise', { firstOf: [['a']], contextKind: 'user', otherwise: 'pro' }, {}, 'true'],
    ['reads nothing inherited', { firstOf: [['constructor', 'name']] }, {}, 'false'],
  ])('%s', (_, ref, context, expected) => {
    expect(read(ref, context)).toBe(expected)
  })
  it('lists the kinds of the context', () => {
    const kinds: Condition = { each: { firstOf: [], virtual: 'kinds' }, test: { op: 'in.strict', values: ['org'] } }
    expect(truthOf(kinds, { kind: 'multi', user: {}, org: {} })).toBe('true')
    expect(truthOf(kinds, {})).toBe('false')
  })
  it('tells the time', () => {
    const test: ExtendedTest = { op: 'date.rel', rel: 'after', values: [1000], date: 'js', valDate: 'js' }
    expect(truthOf({ read: { firstOf: [], virtual: 'now' }, test }, {}, { nowMs: 1001 })).toBe('true')
  })
})

describe('each', () => {
  const each = (more: object): Condition => ({ each: plan, test: isPro, ...more })
  it.each<[string, object, unknown, string]>([
    ['asks any element', {}, { plan: ['free', 'pro'] }, 'true'],
    ['asks a single value itself', {}, { plan: 'pro' }, 'true'],
    ['negates after the any', { negate: true }, { plan: ['free', 'pro'] }, 'false'],
    ['negates nobody', { negate: true }, { plan: [] }, 'true'],
    ['is false when missing even where it negates', { negate: true }, {}, 'false'],
    ['is what it says when missing', { missing: 'unknown' }, {}, 'unknown'],
    ['leaves an unknown element unknown', { element: { invalid: 'unknown' }, negate: true }, { plan: [7] }, 'unknown'],
  ])('%s', (_, more, context, expected) => {
    expect(truthOf(each(more), context)).toBe(expected)
  })
})

describe('a segment', () => {
  const beta = aSegment('beta', { included: ['ann'], excluded: ['eve'], when: leaf() })
  const asked = (more: object, context: unknown) =>
    truthOf({ segment: 'beta', ...more } as Condition, context, { segments: [beta] })
  it('is excluded before included before its condition', () => {
    expect(asked({ missing: 'false' }, { targetingKey: 'eve', plan: 'pro' })).toBe('false')
    expect(asked({ missing: 'false' }, { targetingKey: 'ann' })).toBe('true')
    expect(asked({ missing: 'false' }, { targetingKey: 'bob', plan: 'pro' })).toBe('true')
  })
  it('is negated', () => {
    expect(asked({ negate: true }, { plan: 'free' })).toBe('true')
  })
  it('is never negated when unknown', () => {
    const segments = [aSegment('beta', { when: unknown })]
    expect(truthOf({ segment: 'beta', negate: true }, {}, { segments })).toBe('unknown')
  })
  it.each([
    ['false', 'false'],
    ['true', 'true'],
    ['unknown', 'unknown'],
    ['fatal:BAD_CONFIG', 'BAD_CONFIG'],
  ] as const)('that is missing is %s', (missing, expected) => {
    expect(truthOf({ segment: 'gone', missing, negate: true }, {})).toBe(expected)
  })
  it('that leads back to itself ends the flag, where evaluation comes to it', () => {
    const circle = aSegment('beta', { when: { all: [leaf(), { segment: 'beta', missing: 'false' }] } })
    const segments = [circle]
    expect(truthOf({ segment: 'beta', missing: 'false' }, { plan: 'free' }, { segments })).toBe('false')
    expect(truthOf({ segment: 'beta', missing: 'false' }, { plan: 'pro' }, { segments })).toBe('MALFORMED_FLAG')
  })
})

describe('a test of another flag', () => {
  const parent = aFlag('parent').with({
    otherwise: { variant: 'on', enabled: true },
    outputs: { on: { name: 'green' } },
  })
  const asked = (test: FlagTest['test'], more: Partial<FlagTest> = {}, flags = [parent]) =>
    truthOf({ flagTest: { flag: 'parent', test, ...more } }, {}, { flags })
  it.each<[string, FlagTest['test'], string]>([
    ['enabled', { enabled: true }, 'true'],
    ['not enabled', { enabled: false }, 'false'],
    ['its variant', { variantIn: ['on'] }, 'true'],
    ['another variant', { variantIn: ['off'] }, 'false'],
    ['the name of its variant', { variantIn: ['green'], byName: true, requireEnabled: true }, 'true'],
    ['on and this variant', { on: true, variant: 'on' }, 'true'],
    [
      'a condition on its value',
      { valueWhen: { read: { firstOf: [['value']] }, test: { op: 'loose.eq', value: true } } },
      'true',
    ],
    ['its value', { valueEq: true }, 'true'],
    ['another value', { valueEq: false }, 'false'],
    ['a value of another type', { valueEq: 'true' }, 'TYPE_MISMATCH'],
    ['any value but false', { flagValue: true }, 'true'],
    ['false', { flagValue: false }, 'false'],
    ['a text', { flagValue: 'on' }, 'false'],
  ])('asks for %s', (_, test, expected) => {
    expect(asked(test)).toBe(expected)
  })
  it('is negated', () => {
    expect(asked({ enabled: true }, { negate: true })).toBe('false')
  })
  it('asks a flag that is off whether it is on', () => {
    const off = parent.with({ on: false, offVariant: 'on' })
    expect(asked({ on: true, variant: 'on' }, {}, [off])).toBe('false')
    expect(asked({ variantIn: ['on'] }, {}, [off])).toBe('true')
  })
  it.each<[FlagTest['missing'], string]>([
    ['false', 'false'],
    ['true', 'true'],
    ['unknown', 'unknown'],
    ['fatal:BAD_CONFIG', 'BAD_CONFIG'],
    ['null', 'true'],
  ])('that is missing is %s', (missing, expected) => {
    const isNull: Condition = {
      read: { firstOf: [['value']], skip: 'never' },
      test: { op: 'loose.eq', value: null },
      presence: 'own',
    }
    expect(asked({ valueWhen: isNull }, { missing }, [])).toBe(expected)
  })
  it('passes an error on, or makes something of it', () => {
    const broken = parent.with({ otherwise: { error: 'BAD_CONFIG' } })
    expect(asked({ enabled: true }, {}, [broken])).toBe('BAD_CONFIG')
    expect(asked({ enabled: true }, { onError: 'false', negate: true }, [broken])).toBe('false')
    expect(asked({ enabled: true }, { onError: 'true', negate: true }, [broken])).toBe('true')
    expect(asked({ enabled: true }, { onError: 'unknown' }, [broken])).toBe('unknown')
  })
  it('stays unknown when the answer is', () => {
    const vague = parent.with({ rules: [{ id: 'r', when: unknown, serve: { variant: 'on' }, onUnknown: 'remember' }] })
    expect(asked({ enabled: true }, { negate: true }, [vague])).toBe('unknown')
  })
  it.each<[FlagTest['cycle'], string]>([
    ['false', 'false'],
    ['unknown', 'unknown'],
    ['fatal:CYCLE', 'CYCLE'],
  ])('in a circle is %s', (cycle, expected) => {
    const back: FlagTest = { flag: 'asked', test: { enabled: true }, cycle }
    const rules = [{ id: 'r', when: { flagTest: back }, serve: { variant: 'on' }, onUnknown: 'remember' as const }]
    expect(asked({ variantIn: ['on'] }, {}, [parent.with({ rules, otherwise: { variant: 'off' } })])).toBe(expected)
  })
  it('fails where prerequisites go deeper than allowed', () => {
    const deep = parent.with({ requires: [{ flag: 'gone', test: { enabled: false }, missing: 'true' }] })
    expect(asked({ variantIn: ['on'] }, { maxDepth: 1 }, [deep])).toBe('false')
    expect(asked({ variantIn: ['on'] }, { maxDepth: 2 }, [deep])).toBe('true')
  })
})

describe('within', () => {
  const hashed = (literal: string) => ({
    unit: { parts: [{ literal }, { attribute: plan, str: 'js' as const }] },
    hash: { algorithm: 'murmur3-32' as const },
    norm: { kind: 'mod' as const, mod: 100, add: 1 },
  })
  const at = (bounds: '[)' | '[]' | '(]', lo?: number, hi?: number): Condition => ({
    within: { point: hashed('my-flag:'), bounds, ...(lo !== undefined && { lo }), ...(hi !== undefined && { hi }) },
  })
  // The published point of this text is 3.
  it.each<[Condition, string]>([
    [at('[)', 3, 4), 'true'],
    [at('[)', 1, 3), 'false'],
    [at('[]', 1, 3), 'true'],
    [at('(]', 3, 100), 'false'],
    [at('(]', 2, 3), 'true'],
    [at('[)', undefined, 4), 'true'],
    [at('[)', 4), 'false'],
  ])('%j is %s', (condition, expected) => {
    expect(truthOf(condition, { plan: 'user-1' })).toBe(expected)
  })
  it.each([
    [undefined, 'false'],
    ['unknown', 'unknown'],
    ['fatal:SERVER', 'SERVER'],
  ] as const)('without a unit is %s', (noUnit, expected) => {
    const point = hashed('my-flag:')
    expect(truthOf({ within: { point, bounds: '[]', ...(noUnit && { noUnit }) } }, {})).toBe(expected)
  })
  it('has a text that stands in for an attribute that is absent', () => {
    const parts = [{ literal: 'my-flag:' }, { attribute: plan, str: 'js' as const, orElse: 'user-1' }]
    const range = { point: { ...hashed(''), unit: { parts } }, bounds: '[]' as const, lo: 3, hi: 3 }
    expect(truthOf({ within: range }, {})).toBe('true')
    expect(truthOf({ within: range }, { plan: 'user-2' })).toBe('false')
  })
  it('has no unit without the attribute that the unit requires', () => {
    const { unit } = hashed('my-flag:')
    const point = { ...hashed(''), unit: { ...unit, requires: { firstOf: [['org']] } } }
    const range = { point, bounds: '[]' as const, noUnit: 'unknown' as const }
    expect(truthOf({ within: range }, { plan: 'user-1' })).toBe('unknown')
    expect(truthOf({ within: range }, { plan: 'user-1', org: 'acme' })).toBe('true')
  })
  it('falls on 0 without a unit where the point says so', () => {
    expect(truthOf({ within: { point: { ...hashed(''), noUnit: 'zero' }, bounds: '[]', lo: 0, hi: 0 } }, {})).toBe(
      'true',
    )
  })
})
