import { describe, expect, it } from 'vitest'
import { readInstant, storedInstantOf } from './instant-field.tsx'

const now = Date.parse('2026-11-20T10:00:00Z')

describe('a date in a condition', () => {
  it.each([
    ['mon 9am', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23T09:00:00+01:00', '2026-11-23T08:00:00.000Z'],
    [1_764_000_000_000, '2025-11-24T16:00:00.000Z'],
    ['soonish', null],
    ['', null],
  ])('typed as %s is %s', (typed, instant) => {
    expect(readInstant(typed, now, 'Europe/Oslo')).toBe(instant)
  })
  it.each([
    ['mon 9am', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23T09:00:00+01:00', '2026-11-23T09:00:00+01:00'],
    ['mon 9a', 'mon 9a'],
    ['', ''],
  ])('can be published while %s is typed, as soon as it can be read', (typed, meant) => {
    expect(storedInstantOf(typed, now, 'Europe/Oslo')).toBe(meant)
  })
})
