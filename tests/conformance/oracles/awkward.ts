import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, oneOf, type Random } from '../../../src/shared/vendors/importing/sample.ts'

/*
 * Values that occur in practice and that systems read differently: numbers as text, versions with spaces, dates in many
 * formats, IP addresses, empty values, non-ASCII letters.
 */

export const versions = [
  ...['1', '1.2', '1.2.3', '1.2.4', '1.5.0', '2.0.0', '2.0.0-beta.1', '2.0.0-beta.11', '2.0.0-beta.2', '2.0.0-rc'],
  ...['v1.2.3', 'V1.2.3', ' 1.2.3', '1.2.3 ', ' 1.2.3 ', '01.2.3', '3.08', '3.10', '1.2.3+build.7', '1.2.3-alpha+b'],
  ...['1.2.3.4', '1.2.x', '1.*', '1.2.*', '*', '~1.2', '^1.2.3', '>=1.0.0', '1.2.', '.1', '1..2', '1.2.3-', '1.2.3-01'],
  ...['9007199254740993.0.0', '9007199254740992.0.0', '1.99999999999999999999.0', '1.2.3-9007199254740993', '-1.0.0'],
]

export const numbers = [
  ...[
    '0',
    '1',
    '-1',
    '1.5',
    '1,5',
    ' 1 ',
    '1e3',
    '0x10',
    '007',
    '.5',
    '5.',
    '+1',
    '-0',
    'NaN',
    'Infinity',
    '-Infinity',
  ],
  ...['9007199254740993', '1_000', '12abc', '1e400', '٣'],
]

export const dates = [
  ...['2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00+02:00'],
  ...['2026-01-01T00:00:00-0700', '2026-01-01 00:00:00', '2026-01-01 00:00:00Z', '2026-01-01t00:00:00z'],
  ...[
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2025-12-31T23:59:60Z',
    '2026-01-01T24:00:00Z',
    '20260101',
    '-7d',
    '30d',
    '1y',
  ],
  ...['1767225600', '1767225600000', 'January 1, 2026', '2026-01-01T00:00', '2026-01-01T00:00:00.123456789Z', '2026'],
]

export const addresses = [
  ...['10.0.0.1', '10.0.0.1/32', '10.0.0.0/8', '::ffff:10.0.0.1', '::ffff:a00:1', '::1', '::/0', '2001:db8::/32'],
  ...['10.0.0.256', '10.0.0.01', '10.0.0.0/33', ' 10.0.0.1', '0.0.0.0/0', '2001:db8::1', '10.0.0.1:80', 'fe80::1%eth0'],
]

export const words = [
  ...['', ' ', 'a', 'A', 'b', 'abc', 'ABC', 'abcabc', 'pro', 'team', 'free', ' pro', 'pro ', 'AT', 'at', 'on', 'off'],
  ...['true', 'True', 'TRUE', 'false', 'False', 'null', 'None', 'undefined', '[]', '["a"]', '{}', 'a,b', 'a, b', 'a|b'],
  ...[
    'ünïcødé',
    'ÜNÏCØDÉ',
    'straße',
    'STRASSE',
    'İ',
    'ı',
    'K',
    '日本語😀',
    'e\u0301',
    'constructor',
    '__proto__',
    'toString',
  ],
  ...['user@example.com', "o'brien", 'a/b', 'a\\b', 'a\nb', '$1', '^a', 'length', '0'],
]

const pools: readonly (readonly string[])[] = [words, words, numbers, versions, dates, addresses]

export const someText = (random: Random): string => oneOf(random, oneOf(random, pools) ?? words) ?? ''

export const someNumber = (random: Random): number =>
  oneOf(random, [
    ...[0, 1, -1, 2, 3, 5, 10, 1.5, 3.08, 0.1, -0.5, 100, 1e21, 1e-7, 2 ** 53, 2 ** 53 + 2, 2 ** 31, -(2 ** 31)],
    ...[1_767_225_600, 1_767_225_600_000, 1.2],
  ]) ?? 0

const lists: readonly Json[] = [[], ['a'], ['a', 'b'], [1, 2], ['1'], [true], [null], [['a']], [{}], ['', 'A']]
const objects: readonly Json[] = [{}, { a: 1 }, { b: { c: 'x' } }, { length: 2 }, { key: 'a' }]

/** A random value, usually text. */
export const someValue = (random: Random): Json => {
  const kind = random()
  if (kind < 0.55) return someText(random)
  if (kind < 0.75) return someNumber(random)
  if (kind < 0.85) return chance(random, 0.5)
  if (kind < 0.9) return null
  return oneOf(random, kind < 0.97 ? lists : objects) ?? null
}

/** A list of up to `most` items. */
export const several = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, make)

/** A random item of a non-empty list. */
export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]

/** A random unit key: usually plain, sometimes awkward. */
export const someUnit = (random: Random): string =>
  chance(random, 0.9) ? `user-${Math.floor(random() * 1e6)}` : someText(random)
