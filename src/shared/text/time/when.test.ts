import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantIn, localIn, whenText } from './when.ts'

describe('a time that a person means in a zone', () => {
  it('is the instant at which clocks there show it', () => {
    expect(instantIn('2026-11-23T09:00', 'Europe/Oslo')).toBe('2026-11-23T08:00:00.000Z')
  })

  it('is an hour later where the clocks skip it', () => {
    expect(instantIn('2026-03-29T02:30', 'Europe/Oslo')).toBe('2026-03-29T01:30:00.000Z')
  })

  it('is the first of two where the clocks show it twice', () => {
    expect(instantIn('2026-10-25T02:30', 'Europe/Oslo')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('is nothing when it is no time', () => {
    expect(instantIn('', 'UTC')).toBe(null)
  })

  it('comes back as it was typed, whenever clocks show it once', () => {
    const minutes = fc.date({ min: new Date('2026-11-02'), max: new Date('2027-02-28'), noInvalidDate: true })
    const zones = fc.constantFrom('UTC', 'Europe/Oslo', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati')
    fc.assert(
      fc.property(minutes, zones, (date, zone) => {
        const local = date.toISOString().slice(0, 16)
        expect(localIn(instantIn(local, zone) ?? '', zone)).toBe(local)
      }),
    )
  })

  it('is said with its zone and in UTC', () => {
    expect(whenText('2026-11-23T08:00:00.000Z', 'Europe/Oslo', 'en-GB')).toBe(
      'Mon 23 Nov 2026, 09:00 Europe/Oslo (08:00 UTC)',
    )
  })
})
