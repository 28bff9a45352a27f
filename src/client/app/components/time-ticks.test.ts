import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.parse('2026-11-22T10:04:00Z')

describe('the names along an axis of time', () => {
  it('are each of seven days once, where it begins', () => {
    const ticks = timeTicks(now - 7 * dayMs, now)
    expect(new Set(ticks.map(({ name }) => name)).size).toBe(7)
    for (const { atMs } of ticks) {
      const at = new Date(atMs)
      expect([at.getHours(), at.getMinutes()]).toEqual([0, 0])
    }
    const days = ticks.map(({ atMs }) => new Date(atMs).getDate())
    expect(days).toEqual([16, 17, 18, 19, 20, 21, 22])
  })

  it('are whole hours of a day', () => {
    const ticks = timeTicks(now - dayMs, now)
    expect(ticks.every(({ atMs }) => new Date(atMs).getMinutes() === 0)).toBe(true)
    expect(ticks.length).toBeGreaterThanOrEqual(4)
  })

  it('never say the same twice beside each other, rise, stay inside and are few', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') }),
        fc.integer({ min: 3 * hourMs, max: 400 * dayMs }),
        (fromMs, spanMs) => {
          const ticks = timeTicks(fromMs, fromMs + spanMs)
          expect(ticks.length).toBeLessThanOrEqual(10)
          for (const [at, tick] of ticks.entries()) {
            expect(tick.atMs).toBeGreaterThanOrEqual(fromMs)
            expect(tick.atMs).toBeLessThanOrEqual(fromMs + spanMs)
            const next = ticks[at + 1]
            if (next === undefined) continue
            expect(next.atMs).toBeGreaterThan(tick.atMs)
            expect(next.name).not.toBe(tick.name)
          }
        },
      ),
    )
  })
})
