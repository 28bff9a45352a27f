import { expect, it } from 'vitest'
import { dateReader } from './date.ts'

const now = Date.UTC(2026, 10, 20, 12)
const seconds = now / 1000
const iso = new Date(now).toISOString()

/** For each profile: values that it parses as this instant, and values that it rejects. */
it.each([
  ['js', [now, iso, new Date(now), [iso]], ['x', true, null, {}, ['x']]],
  ['js-scalar', [now, iso, new Date(now)], ['x', true, null, {}, [iso]]],
  ['js|epoch', [now, seconds, String(seconds), iso, new Date(now)], ['x', {}]],
  ['rfc3339|epoch-ms', [now, iso, '2026-11-20T13:00:00+01:00'], ['2026-11-20', new Date(now), [iso], true]],
  ['unix-seconds', [seconds, String(seconds), new Date(now)], ['x', true, iso]],
  ['unix-seconds|iso', [seconds, String(seconds), iso, '2026-11-20 12:00', '2026-11-20T12:00:00'], ['x', true, [iso]]],
  ['relative|iso', ['0d', iso, '2026-11-20 12:00'], ['x', seconds, true, new Date(now), '10000d']],
  ['relative', ['0h', '-0y', iso, now], ['x', true, [iso], '10000d']],
] as const)('an instant by %s', (profile, taken, refused) => {
  const read = dateReader(profile)
  for (const value of taken) expect([value, read(value, now)]).toEqual([value, now])
  for (const value of refused) expect([value, read(value, now)]).toEqual([value, undefined])
})

it('numbers of ten digits are seconds, and longer ones milliseconds, where both may come', () => {
  const read = dateReader('js|epoch')
  expect([read(9_999_999_999, now), read(10_000_000_000, now)]).toEqual([9_999_999_999_000, 10_000_000_000])
})

it.each([
  ['-3h', '2026-11-20T12:00', '2026-11-20T09:00'],
  ['3h', '2026-11-20T02:00', '2026-11-19T23:00'],
  ['-7d', '2026-11-03T12:00', '2026-10-27T12:00'],
  ['-9999d', '2026-11-20T12:00', '1999-07-06T12:00'],
  ['-2w', '2026-11-20T12:00', '2026-11-06T12:00'],
  ['-1m', '2026-03-31T12:00', '2026-02-28T12:00'],
  ['-1m', '2026-03-29T12:00', '2026-02-28T12:00'],
  ['-1m', '2026-03-28T12:00', '2026-02-28T12:00'],
  // Clamped by the shortest month in between.
  ['-2m', '2026-03-31T12:00', '2026-01-28T12:00'],
  ['-1m', '2026-07-31T12:00', '2026-06-30T12:00'],
  ['-13m', '2026-01-15T12:00', '2024-12-15T12:00'],
  ['-1y', '2028-02-29T12:00', '2027-02-28T12:00'],
  ['-4y', '2028-02-29T12:00', '2024-02-28T12:00'],
  ['-0y', '2028-02-29T12:00', '2028-02-29T12:00'],
  ['-1y', '2027-03-29T12:00', '2026-03-29T12:00'],
  ['-1y', '2028-02-27T12:00', '2027-02-27T12:00'],
])('%s of %s is %s', (text, from, then) => {
  expect(dateReader('relative')(text, Date.parse(`${from}Z`))).toBe(Date.parse(`${then}Z`))
})
