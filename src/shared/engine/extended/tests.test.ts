import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { truthOf } from '../../../../tests/support/ask-extended.ts'
import type { ExtendedTest } from '../../schemas/condition.ts'

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const self = { firstOf: [[]], skip: 'never' as const }
const now = Date.UTC(2026, 10, 20)

/** A test with values that match, values that do not, and values that are invalid for it. */
type Row = [test: ExtendedTest, yes: unknown[], no: unknown[], invalid?: unknown[]]

const rows: Row[] = [
  [{ op: 'in.strict', values: ['a', 1, null] }, ['a', 1], ['1', ['a'], true]],
  [{ op: 'in.strict', values: ['a'], array: 'any' }, ['a', ['x', 'a']], [['x'], 'x']],
  [{ op: 'in.strict', values: ['a'], types: ['string'] }, ['a'], ['b'], [1, [], true]],
  [{ op: 'in.text', values: ['1', 'a'], str: 'js' }, [1, '1', 'a', ['a']], ['A', 2]],
  [{ op: 'in.text', values: ['A'], str: 'none', fold: 'lower' }, ['a', 'A'], ['b'], [1]],
  [{ op: 'in.text', values: ['1.5'], str: 'integer' }, ['1.5'], [2], [1.5, true]],
  [{ op: 'in.text', values: ['1.5'], str: 'noBool' }, [1.5], ['x'], [true]],
  [{ op: 'in.text', values: ['["a"]', '1'], str: 'comma' }, [['a'], new Date(1000)], [['b']]],
  [{ op: 'in.text', values: ['{"a":1}'], str: 'json' }, [{ a: 1 }], [{ a: 2 }]],
  [{ op: 'in.text', values: ['', '1,'], str: 'jsJoin' }, [null, [1, null]], ['x', 0]],
  [{ op: 'in.fold', values: ['PRO', 1] }, ['pro', 1, ['x', 'Pro']], ['1', []]],
  [{ op: 'in.fold', values: ['A', 'b'], all: true }, [['B', 'a']], [['a'], 'ab']],
  [{ op: 'text.rel', rel: 'prefix', values: ['ab'], str: 'none' }, ['abc'], ['cab', 'AB'], [1]],
  [{ op: 'text.rel', rel: 'suffix', values: ['2'], str: 'js' }, [12, '2'], [21]],
  [{ op: 'text.rel', rel: 'contains', values: ['Ä'], str: 'none', fold: 'lower' }, ['xäx'], ['xax']],
  [{ op: 'text.rel', rel: 'contains', values: ['Ä', 'B'], str: 'none', fold: 'ascii' }, ['Ä', 'b'], ['ä']],
  [{ op: 'text.regex', values: ['^a/b$'], dialect: 'ecma-slash', str: 'js', badPattern: 'false' }, ['a/b'], ['ab']],
  [{ op: 'text.regex', values: ['^ab'], dialect: 'ecma', str: 'none', badPattern: 'false' }, ['abc'], ['cab'], [7]],
  [{ op: 'text.regex', values: ['^ab'], flags: 'i', dialect: 'host', str: 'none', badPattern: 'false' }, ['AB'], ['c']],
  [{ op: 'text.regex', values: ['(?i)^AB$'], dialect: 're2', str: 'none', badPattern: 'false' }, ['ab'], ['abc'], [7]],
  [
    { op: 'text.regex', values: ['B'], flags: 'i', dialect: 'python-match', str: 'none', badPattern: 'false' },
    ['bx'],
    ['ab'],
  ],
  [{ op: 'num.rel', rel: 'gte', values: [10], num: 'none' }, [10, 11], [9], ['10', null]],
  [{ op: 'num.rel', rel: 'eq', values: ['10', 'x'], num: 'js' }, [10, '10', ' 10 '], [9], ['ten']],
  [
    { op: 'num.rel', rel: 'ne', values: [10], num: 'comma' },
    ['9,5', Number.NaN, 'NaN'],
    ['10', 10],
    ['', '0x0a', true],
  ],
  [{ op: 'num.rel', rel: 'eq', values: ['7'], num: 'jsText' }, [7, [7], '7'], [8], [null, true, {}]],
  [{ op: 'num.rel', rel: 'lt', values: [10], num: 'none' }, [9], [10, 11]],
  [{ op: 'num.rel', rel: 'lte', values: [10], num: 'none' }, [9, 10], [11]],
  [{ op: 'num.rel', rel: 'gt', values: [10], num: 'none' }, [11], [9, 10]],
  [{ op: 'num.rel', rel: 'eq', values: [Number.POSITIVE_INFINITY], num: 'comma' }, ['Infinity'], [1]],
  [{ op: 'js.rel', rel: 'lt', value: 10 }, [null, '9', 9], ['10', 'x', 11]],
  [{ op: 'js.rel', rel: 'gt', value: 'a' }, ['b'], ['A', 1]],
  [{ op: 'js.rel', rel: 'lte', value: 10 }, [10, '10', null], ['11', 'x']],
  [{ op: 'js.rel', rel: 'gte', value: 10 }, [10, '10', '11'], [null, 'x']],
  [{ op: 'js.rel', rel: 'eq', value: 10 }, [10], ['10']],
  [{ op: 'js.rel', rel: 'ne', value: 10 }, ['10'], [10]],
  [{ op: 'ph.rel', rel: 'gt', value: '9', unlike: 'text' }, [10, '10', 'a'], ['1', 8]],
  [{ op: 'ph.rel', rel: 'gt', value: '9', unlike: 'invalid' }, ['10'], [8], ['a']],
  [{ op: 'ph.exact', values: [['pro', 'team'], true] }, ['PRO', 'Team', 'true', true], ['free', false]],
  [
    { op: 'date.rel', rel: 'before', values: ['2026-01-01'], date: 'js', valDate: 'js' },
    ['2025-12-31', 0],
    ['2026-01-02'],
    ['x', true],
  ],
  [
    { op: 'date.rel', rel: 'after', values: [1000], date: 'rfc3339|epoch-ms', valDate: 'rfc3339|epoch-ms' },
    ['1970-01-01T00:00:02Z', 1001],
    [1000],
    ['1970-01-02', '1001'],
  ],
  [
    { op: 'date.rel', rel: 'exact', values: [1.5], date: 'unix-seconds', valDate: 'unix-seconds' },
    ['1,5', 1.5, new Date(1500)],
    [2],
    ['x'],
  ],
  [
    { op: 'date.rel', rel: 'after', values: ['-7d'], date: 'js', valDate: 'relative' },
    ['2026-11-14'],
    ['2026-11-12'],
    ['x'],
  ],
  [
    { op: 'semver.rel', rel: 'eq', values: ['v1.2.3'], semver: 'semver2-nov', valSemver: 'semver2' },
    ['1.2.3', '1.2.3+b'],
    ['1.2.4'],
    ['v1.2.3', '1.2', 1],
  ],
  [
    { op: 'semver.rel', rel: 'gt', values: ['2'], semver: 'semver2-partial', valSemver: 'semver2-partial' },
    ['2.1'],
    ['2.0.0'],
    ['v3', '02.1'],
  ],
  [
    { op: 'semver.rel', rel: 'lt', values: ['V2'], semver: 'semver2-partial-v', valSemver: 'semver2-partial-v' },
    ['v1.9'],
    ['V2.0.0'],
    ['2.0.0.0'],
  ],
  [
    {
      op: 'semver.rel',
      rel: 'eq',
      values: ['', '1.0.0'],
      semver: 'semver2-trim',
      valSemver: 'semver2-trim',
      quirk: 'oneOfAllValid',
    },
    [' 1.0.0 '],
    ['1.0.1'],
    ['1.0'],
  ],
  [
    { op: 'semver.rel', rel: 'gt', values: ['1.9.0'], semver: 'padded-string', valSemver: 'padded-string' },
    ['1.10.0', 'v2.0.0'],
    ['1.9.0', '1.9.0-beta', null],
  ],
  [
    { op: 'semver.rel', rel: 'lte', values: ['1.2'], semver: 'tuple3', valSemver: 'tuple3' },
    ['1.2.0-beta', 'v1.1'],
    ['1.2.1'],
    ['1.02.0', 'x'],
  ],
  [
    { op: 'semver.rel', rel: 'gt', values: ['1.2.3'], semver: 'compare-versions', valSemver: 'compare-versions' },
    ['1.2.3.1', '1.3'],
    ['1.2.x', '1.2.3-a'],
    ['one'],
  ],
  [
    { op: 'semver.rel', rel: 'gte', values: ['1.2.3'], semver: 'semver2', valSemver: 'semver2' },
    ['1.2.3', 'v1.3.0', '1.2.4-rc.1'],
    ['1.2.3-rc.1'],
    ['1.2'],
  ],
  [
    { op: 'semver.rel', rel: 'ne', values: ['1.2.3'], semver: 'semver2', valSemver: 'semver2' },
    ['1.2.4'],
    ['1.2.3+build'],
  ],
  [{ op: 'semver.range', range: 'tilde', value: '1.2.3' }, ['1.2.3', '1.2.9'], ['1.3.0', '1.2.2'], ['x']],
  [{ op: 'semver.range', range: 'caret', value: '0.2.3' }, ['0.2.9'], ['0.3.0']],
  [{ op: 'semver.range', range: 'caret', value: '1.2.3' }, ['1.9.0'], ['2.0.0']],
  [{ op: 'semver.range', range: 'wildcard', value: '1.2.*' }, ['1.2.0', '1.2.9'], ['1.3.0']],
  [{ op: 'semver.range', range: 'wildcard', value: '1.*' }, ['1.9.9'], ['2.0.0']],
  [{ op: 'semver.range', range: 'wildcard', value: '1..2' }, [], [], ['1.0.2', '2.0.0-beta.2']],
  [{ op: 'semver.range', range: 'wildcard', value: '1.2-rc' }, [], [], ['1.2.0']],
  // A prerelease is in a range only if the bound is a prerelease of the same numbers.
  [
    { op: 'semver.range', range: 'tilde', value: '1.2.3-beta.2', grammar: 'strict-build' },
    ['1.2.3-beta.2', '1.2.3-rc.1', '1.2.3', '1.2.9'],
    ['1.2.3-beta.1', '1.2.4-beta.2', '1.3.0-beta.2', '1.3.0'],
    ['x'],
  ],
  [
    { op: 'semver.range', range: 'tilde', value: '1.2.3', grammar: 'strict-build' },
    ['1.2.3', '1.2.9'],
    ['1.2.3-rc.1', '1.2.4-rc.1', '1.3.0'],
  ],
  [
    { op: 'date.rel', rel: 'before', values: ['2026-01-01'], date: 'js-scalar', valDate: 'relative' },
    ['2001', 0],
    ['2027'],
    [['1'], '30d'],
  ],
  [
    { op: 'ip.cidr', values: ['10.0.0.0/8', '2001:db8::/32'], v6: true },
    ['10.1.1.1', '2001:db8::1'],
    ['11.0.0.1', 'x'],
    [10],
  ],
  [{ op: 'ip.cidr', values: ['::/0', '10.0.0.1'], v6: false }, ['10.0.0.1'], ['::1']],
  [{ op: 'present' }, ['', 0, false], []],
  [{ op: 'loose.eq', value: '1' }, [1, '1', [1]], [2, true]],
  [{ op: 'loose.eq', value: 1 }, ['1', true, 1], ['2', 'x']],
  [{ op: 'loose.eq', value: true }, [1, 'x', true], [0, '']],
  [{ op: 'loose.eq', value: [1, 'a'] }, [[1, 'a']], [['a', 1], '1,a']],
  [{ op: 'json.eq', value: { a: [1] } }, [{ a: [1] }], [{ a: 1 }]],
  [{ op: 'type.is', type: 'array' }, [[]], [{}, '']],
  [{ op: 'type.is', type: 'object' }, [{}], [[], null]],
  [{ op: 'type.is', type: 'string' }, ['', 'x'], [1, null]],
  [{ op: 'type.is', type: 'number' }, [0], ['0', true]],
  [{ op: 'type.is', type: 'boolean' }, [false], [0, 'false']],
  [{ op: 'type.is', type: 'null' }, [null], [undefined, 0]],
  [{ op: 'type.is', type: 'undefined' }, [undefined], [null, '']],
  [
    { op: 'arr.size', when: { read: self, test: { op: 'num.rel', rel: 'gt', values: [1], num: 'none' } } },
    [[1, 2]],
    [[1], 'ab'],
  ],
  [
    { op: 'arr.elem', when: { read: { firstOf: [['n']] }, test: { op: 'in.strict', values: [1] } } },
    [[{ n: 1 }]],
    [[{ n: 2 }, 0], { n: 1 }],
  ],
  [
    { op: 'arr.elem', when: { not: { read: self, test: { op: 'in.strict', values: ['x'] } } } },
    [[0], [''], [false], [null, Number.NaN]],
    [[], ['x'], [null], [undefined, null]],
  ],
  [
    {
      op: 'arr.all',
      each: ['a', 'b'].map((value) => ({ read: self, test: { op: 'in.strict' as const, values: [value] } })),
    },
    [['b', 'a']],
    [['a'], 'ab'],
  ],
  [{ op: 'arr.text', values: ['a'] }, [['x', 'a'], '["a"]'], [['x'], '[]'], ['a', [1], '{']],
  [{ op: 'arr.text', values: [sha('asc')], salt: 's', contextSalt: 'c' }, [['a']], [['b']]],
  [{ op: 'cast.rel', rel: 'eq', value: '7', profile: 'node' }, [7, '7', ['7']], ['007', 8, {}], [Object.create(null)]],
  [{ op: 'cast.rel', rel: 'eq', value: '7', profile: 'python' }, [7, '007'], ['8'], [[]]],
  [{ op: 'cast.rel', rel: 'ne', value: 'x', profile: 'python' }, ['y'], ['x'], [7, '7']],
  [{ op: 'cast.rel', rel: 'eq', value: 'False', profile: 'node' }, [false], [true]],
  [{ op: 'mod', divisor: 3, remainder: 1, num: 'js' }, [4, '7'], [3], ['x']],
  [{ op: 'hash.text', rel: 'eq', values: [sha('ésc')], salt: 's', contextSalt: 'c' }, ['é'], ['e']],
  [
    { op: 'hash.text', rel: 'prefix', values: [`2_${sha('ésc')}`], salt: 's', contextSalt: 'c' },
    ['éa', 'é'],
    ['e', 'aé'],
  ],
  [{ op: 'hash.text', rel: 'suffix', values: [`2_${sha('ésc')}`], salt: 's', contextSalt: 'c' }, ['aé'], ['éa']],
]

const ask = (test: ExtendedTest, value: unknown, negate = false): string => {
  const leaf = {
    read: { firstOf: [['v']], skip: 'never' as const },
    presence: 'any' as const,
    test,
    invalid: 'unknown' as const,
    negate,
  }
  return truthOf(leaf, { v: value }, { nowMs: now })
}

describe('a test of the superset', () => {
  for (const [test, yes, no, invalid = []] of rows) {
    const told = JSON.stringify(test).slice(0, 110)
    it(`holds where it should: ${told}`, () => {
      expect(yes.map((value) => ask(test, value))).toEqual(yes.map(() => 'true'))
      expect(no.map((value) => ask(test, value))).toEqual(no.map(() => 'false'))
      expect(invalid.map((value) => ask(test, value))).toEqual(invalid.map(() => 'unknown'))
    })
  }

  it('has every operator in this table', () => {
    const asked = new Set(rows.map(([test]) => test.op))
    expect(asked.size).toBe(24)
  })
})

describe('a bad pattern', () => {
  const regex = (badPattern: 'false' | 'finalFalse' | 'unknown' | 'fatal'): ExtendedTest => ({
    ...{ op: 'text.regex', values: ['('], dialect: 're2', str: 'js', badPattern },
  })
  it.each([
    ['false', 'false', 'true'],
    ['finalFalse', 'false', 'false'],
    ['unknown', 'unknown', 'unknown'],
    ['fatal', 'MALFORMED_FLAG', 'MALFORMED_FLAG'],
  ] as const)('that is %s answers %s, negated %s', (badPattern, plain, negated) => {
    expect(ask(regex(badPattern), 'x')).toBe(plain)
    expect(ask(regex(badPattern), 'x', true)).toBe(negated)
  })
})

describe('a version', () => {
  it.each(['semver2', 'strict-build', 'tuple3'] as const)('of %s is no longer than 512 letters', (profile) => {
    const test: ExtendedTest = { op: 'semver.rel', rel: 'gt', values: ['1.0.0'], semver: profile, valSemver: profile }
    expect([512, 513].map((length) => ask(test, `1.0.1-${'a'.repeat(length - 6)}`))).toEqual(['true', 'unknown'])
  })

  it('that is strict has one v before it at most', () => {
    const semver = 'strict-build'
    const test: ExtendedTest = { op: 'semver.rel', rel: 'gt', values: ['1.0.0'], semver, valSemver: semver }
    const asked = ['1.0.1', 'v1.0.1', 'vv1.0.1', '1.0.1v', 'v 1.0.1'].map((version) => ask(test, version))
    expect(asked).toEqual(['true', 'true', 'unknown', 'unknown', 'true'])
  })
})

describe('a bad version among the values', () => {
  const version = (valInvalid: 'false' | 'finalFalse' | 'invalid'): ExtendedTest => ({
    ...{ op: 'semver.rel', rel: 'eq', values: ['x'], semver: 'semver2', valSemver: 'semver2', valInvalid },
  })
  it.each([
    ['false', 'true'],
    ['finalFalse', 'false'],
    ['invalid', 'unknown'],
  ] as const)('that is %s answers %s where the leaf negates', (valInvalid, negated) => {
    expect(ask(version(valInvalid), '1.0.0', true)).toBe(negated)
  })
})
