import { describe, expect, it } from 'vitest'
import { readWhen } from './read-when.ts'

/** Saturday, November 21, 2026, 14:30 in Oslo. */
const nowMs = Date.parse('2026-11-21T13:30:00Z')
const oslo = (typed: string, from = nowMs) => readWhen(typed, from, 'Europe/Oslo')
const at = (typed: string, from = nowMs) => {
  const read = oslo(typed, from)
  return 'at' in read ? read.at : read.expected
}

describe('a time as somebody types it', () => {
  it.each([
    ['mon 9am', '2026-11-23T08:00:00.000Z'],
    ['on Monday at 9:30', '2026-11-23T08:30:00.000Z'],
    ['tomorrow 14:30', '2026-11-22T13:30:00.000Z'],
    ['today 17', '2026-11-21T16:00:00.000Z'],
    ['fri', '2026-11-27T08:00:00.000Z'],
    ['in 3 days', '2026-11-24T13:30:00.000Z'],
    ['in 45 min', '2026-11-21T14:15:00.000Z'],
    ['23 nov 5pm', '2026-11-23T16:00:00.000Z'],
    ['2 jan', '2027-01-02T08:00:00.000Z'],
    ['2026-12-01 12:00', '2026-12-01T11:00:00.000Z'],
    ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
    ['12am', '2026-11-21T23:00:00.000Z'],
  ])('reads “%s”', (typed, instant) => expect(at(typed)).toBe(instant))

  it('is the next one to come, when only the time of day or the weekday is said', () => {
    expect([at('9am'), at('18:00'), at('sat 9am'), at('sat 16:00')]).toEqual([
      '2026-11-22T08:00:00.000Z',
      '2026-11-21T17:00:00.000Z',
      '2026-11-28T08:00:00.000Z',
      '2026-11-21T15:00:00.000Z',
    ])
  })

  it.each(['', 'soon', '25:00', '13pm', 'mon 9:75', '31 foo', '2026-02-30 09:00', 'mon tue'])(
    'does not guess at “%s”',
    (typed) => expect(oslo(typed)).toHaveProperty('expected'),
  )
})

describe('a time near a change of the clocks in Oslo', () => {
  const friday = Date.parse('2027-03-26T12:00:00Z')

  it('keeps the time of day across it', () => {
    expect(at('mon 9am', friday)).toBe('2027-03-29T07:00:00.000Z')
  })

  it('says when the clocks skip it, and takes it an hour on', () => {
    expect(oslo('2027-03-28 02:30', friday)).toEqual({ at: '2027-03-28T01:30:00.000Z', skipped: true })
  })

  it('is the first of two that the clocks show', () => {
    expect(oslo('2027-10-31 02:30', friday)).toEqual({ at: '2027-10-31T00:30:00.000Z', skipped: false })
  })
})
