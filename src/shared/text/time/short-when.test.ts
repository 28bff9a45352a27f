import { describe, expect, it } from 'vitest'
import { shortWhen } from './short-when.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

describe('a time ahead in few words', () => {
  it.each([
    ['2026-11-20T14:30:00Z', 'UTC', 'today 14:30'],
    ['2026-11-20T23:30:00Z', 'Europe/Oslo', 'tomorrow 00:30'],
    ['2026-11-23T08:00:00Z', 'Europe/Oslo', 'Mon 09:00'],
    ['2026-11-26T08:00:00Z', 'UTC', 'Thu 08:00'],
    ['2026-11-27T08:00:00Z', 'UTC', '27 Nov, 08:00'],
    ['2027-02-01T08:00:00Z', 'UTC', '1 Feb, 08:00'],
  ])('%s in %s is %s', (instant, zone, words) => {
    expect(shortWhen(instant, now, zone, 'en-GB')).toBe(words)
  })
})
