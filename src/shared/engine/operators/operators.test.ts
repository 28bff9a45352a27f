import { describe, expect, it } from 'vitest'
import type { Leaf, Operator, Scalar } from '../../schemas/condition.ts'
import { compileCondition } from '../condition.ts'
import { everyFamily } from './every-family.ts'
import { negationOf } from './operators.gen.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const scope = {
  salt: '',
  families: everyFamily,
  segment: () => () => false,
  flag: () => () => false,
  timed: () => {},
}
const holds = (leaf: Leaf, actual: unknown): boolean => compileCondition(leaf, scope)({ a: actual }, nowMs)

/** An operator with its values, values that match, and values that do not. */
type Row = [operator: Operator, values: Scalar[], yes: unknown[], no: unknown[]]

const rows: Row[] = [
  ['exists', [], ['', 0, false, 'x', [], {}], [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]],
  ['is', ['NO'], ['NO'], ['no', 'N', null, undefined, ['NO']]],
  ['is', [1], [1, 1.0], ['1', true, Number.NaN, 1n]],
  ['is', [true], [true], ['true', 1]],
  ['isOneOf', ['a', 'b', 3], ['a', 'b', 3], ['c', '3', null]],
  ['isOneOf', ['a', 'b', 'c', 'd', 'e', 'f'], ['f'], ['g', undefined]],
  ['contains', ['ro', 'x'], ['pro', 'x'], ['PRO', 1, null]],
  ['startsWith', ['pr'], ['pro'], ['apr', undefined]],
  ['endsWith', ['ro'], ['pro'], ['rop']],
  ['matches', ['^p.o$', 'z'], ['pro', 'p💡o', 'az'], ['pröo', 5]],
  ['lessThan', [18], [17.9, -1], [18, '17', Number.NaN, Number.NEGATIVE_INFINITY]],
  ['atMost', [18], [18], [18.1]],
  ['greaterThan', [18], [18.1], [18, Number.POSITIVE_INFINITY]],
  ['atLeast', [18], [18], [17.9, '18']],
  ['between', [1, 3], [1, 2, 3], [0.9, 3.1, '2']],
  ['versionIs', ['1.2'], ['1.2.0', 'v1.2', '1.2.0+build'], ['1.2.1', '1.2.0-rc', '01.2.0', '', 1.2]],
  ['versionLessThan', ['1.0.0'], ['1.0.0-alpha', '0.9', '1.0.0-rc.2'], ['1.0.0', '1.0.1', 'x']],
  ['versionLessThan', ['1.0.0-alpha.beta'], ['1.0.0-alpha', '1.0.0-alpha.1'], ['1.0.0-beta', '1.0.0-alpha.beta.1']],
  ['versionAtMost', ['2'], ['2.0.0', '1.9.9'], ['2.0.1']],
  ['versionGreaterThan', ['1.9.0'], ['1.10.0', '99999999999999999999.0.0'], ['1.9.0']],
  ['versionAtLeast', ['1.2.3'], ['1.2.3', 'v2'], ['1.2.3-rc.1', '1.2.3.4']],
  [
    'before',
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01T00:30:00+01:00', 0],
    ['2026-01-01T00:00:00Z', '2026-13-01T00:00:00Z'],
  ],
  [
    'after',
    [0],
    [1, '1970-01-01T00:00:00.001Z', new Date(5)],
    [0, '1969-12-31T23:59:60Z', '2023-02-29T00:00:00Z', 'now'],
  ],
  ['olderThan', ['P1DT2H'], ['2026-11-19T09:59:59Z', 0], ['2026-11-19T10:00:00Z', '2027-01-01T00:00:00Z']],
  ['newerThan', ['30d'], ['2026-11-01T00:00:00Z', '2027-01-01T00:00:00Z'], ['2026-10-01T00:00:00Z', 'x']],
  ['newerThan', ['15m'], ['2026-11-20T11:45:01Z'], ['2026-11-20T11:45:00Z']],
  ['includesAny', ['a', 1], [['a'], ['x', 1]], [['1'], [], 'a', null]],
  ['includesAll', ['a', 'b'], [['b', 'a', 'c']], [['a'], 'ab', undefined]],
  [
    'inNetwork',
    ['10.0.0.0/8', '2001:db8::/32'],
    ['10.9.8.7', '2001:DB8:1::', '::ffff:10.0.0.1'],
    ['11.0.0.1', '10.0.0', '10.0.0.01', '::1', 10],
  ],
  ['inNetwork', ['192.168.0.1'], ['192.168.0.1'], ['192.168.0.2']],
  ['inNetwork', ['0.0.0.0/0'], ['255.255.255.255'], ['::1']],
  ['inNetwork', ['::/0'], ['::1', 'fe80::1'], ['1.2.3.4', '1::2::3', 'fe80::1%eth0', ':::']],
]

describe.each(rows)('%s %j', (operator, values, yes, no) => {
  it.each(yes.map((value) => [value]))('holds for %o', (value) => {
    expect(holds({ attribute: 'a', operator, values }, value)).toBe(true)
  })
  it.each(no.map((value) => [value]))('does not hold for %o', (value) => {
    expect(holds({ attribute: 'a', operator, values }, value)).toBe(false)
  })
})

describe('a negated operator', () => {
  it.each(Object.entries(negationOf))('%s is the exact negation of %s, missing and wrong types included', (no, yes) => {
    for (const actual of ['pro', 'x', ['pro'], 1, null, undefined, {}, Number.NaN]) {
      const leaf = { attribute: 'a', values: ['pro'] }
      // Safe cast: the table's keys are operators.
      const negated = holds({ ...leaf, operator: no as Operator }, actual)
      expect(negated).toBe(!holds({ ...leaf, operator: yes }, actual))
    }
  })
})

describe('ignoreCase', () => {
  it.each([
    ['contains', 'STRASSE', 'die strasse', true],
    ['contains', 'STRASSE', 'die straße', false],
    ['startsWith', 'ÄÖ', 'äöx', true],
    ['endsWith', 'ς', 'ΣΑΣ', true],
    ['is', 'K', '\u212a', true],
    ['isOneOf', 'i', 'I', true],
    ['isOneOf', 'i', 'İ', false],
    ['is', 'a.c', 'abc', false],
  ] as const)('%s %s: %s is %s, by simple case folding', (operator, value, actual, expected) => {
    expect(holds({ attribute: 'a', operator, values: [value], ignoreCase: true }, actual)).toBe(expected)
  })
})

describe('a malformed leaf', () => {
  it.each<[Operator, Scalar[]]>([
    ['lessThan', ['18']],
    ['lessThan', []],
    ['between', [1]],
    ['contains', [1]],
    ['matches', ['(']],
    ['matches', ['\\_']],
    ['versionIs', ['1.x']],
    ['before', ['2026-01-01']],
    ['olderThan', ['1 month']],
    ['olderThan', ['P1M']],
    ['olderThan', ['PT']],
    ['inNetwork', ['10.0.0.0/33']],
    ['includesAny', [true]],
    ['nearly' as Operator, ['x']],
    ['constructor' as Operator, []],
  ])('%s %j is refused when it is compiled', (operator, values) => {
    expect(() => compileCondition({ attribute: 'a', operator, values }, scope)).toThrow(SyntaxError)
  })
})

describe('an attribute', () => {
  const reads = (path: string, context: Record<string, unknown>): boolean =>
    compileCondition({ attribute: path, operator: 'exists', values: [] }, scope)(context, nowMs)

  it('may be nested', () => {
    expect(reads('user.team', { user: { team: 'a' } })).toBe(true)
    expect(reads('user.team', { 'user.team': 'a' })).toBe(false)
  })
  it('may have a dot in its name', () => {
    expect(reads('a\\.b', { 'a.b': 1 })).toBe(true)
  })
  it('is nothing that every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'user.constructor', 'tags.length']) {
      expect(reads(name, { user: {}, tags: [1] })).toBe(false)
    }
  })
  it('is its own, whatever its name', () => {
    expect(reads('constructor', { constructor: 'Boeing' })).toBe(true)
    expect(reads('__proto__', JSON.parse('{"__proto__": 1}') as Record<string, unknown>)).toBe(true)
  })
  it('may come from a class of the caller', () => {
    class Person {
      get plan() {
        return 'pro'
      }
    }
    expect(reads('plan', new Person() as unknown as Record<string, unknown>)).toBe(true)
  })
  it('is nothing that a polluted prototype smuggles in', () => {
    const everyone = Object.prototype as unknown as Record<string, unknown>
    everyone['admin'] = true
    try {
      expect(reads('admin', {})).toBe(false)
      expect(reads('admin', { admin: true })).toBe(true)
    } finally {
      delete everyone['admin']
    }
  })
})
