import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Design, daysNeeded, outlookCurve, smallestLift } from './outlook.ts'
import { evenArms } from './setup-form.ts'

const design: Design = {
  ...{ arms: evenArms(['off', 'on']), alpha: 0.05, mode: 'fixed', primary: ['conversion'], aDay: 1_000, windowDays: 0 },
}
const conversion = { mean: 0.1, variance: 0.09 }

describe('what an experiment can find', () => {
  it('is what the formula of the sample size says', () => {
    // Units per arm = (1.95996 + 0.84162)² · 2 · 0.09 / 0.01² for a lift of 10 %.
    const units = (1.959964 + 0.841621) ** 2 * 2 * (0.09 / 0.01 ** 2)
    expect(daysNeeded(conversion, design, 0.1)).toBe(Math.ceil(units / 500 / 7) * 7)
    expect(smallestLift(conversion, design, units / 500)).toBeCloseTo(0.1, 6)
  })

  it('is found within the days that are said to be needed, and not in a week less', () => {
    const designs = fc.record({
      arms: fc.integer({ min: 2, max: 6 }).map((n) => evenArms(Array.from({ length: n }, (_, at) => `v${at}`))),
      alpha: fc.constantFrom(0.1, 0.05, 0.01),
      mode: fc.constantFrom('planned', 'open-ended', 'fixed'),
      primary: fc.integer({ min: 1, max: 3 }).map((n) => ['a', 'b', 'c'].slice(0, n)),
      aDay: fc.integer({ min: 10, max: 100_000 }),
      windowDays: fc.integer({ min: 0, max: 14 }),
    })
    const lifts = fc.double({ min: 0.005, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(designs, lifts, (made: Design, lift) => {
        const days = daysNeeded(conversion, made, lift)
        fc.pre(days !== null && days > 7)
        expect(smallestLift(conversion, made, days ?? 0)).toBeLessThanOrEqual(lift * (1 + 1e-9))
        expect(smallestLift(conversion, made, (days ?? 0) - 7) ?? Infinity).toBeGreaterThan(lift * (1 - 1e-9))
      }),
    )
  })

  it('gets smaller with time, and begins when the first window is over', () => {
    const curve = outlookCurve(conversion, { ...design, windowDays: 7 }, 30)
    expect(curve[0]?.x).toBe(8)
    expect(curve.every(({ y }, at) => at === 0 || y < (curve[at - 1]?.y ?? 0))).toBe(true)
  })

  it('is not told where nothing is known', () => {
    expect(smallestLift({ mean: null, variance: null }, design, 21)).toBe(null)
    expect(daysNeeded(conversion, { ...design, aDay: 0 }, 0.1)).toBe(null)
    expect(daysNeeded(conversion, design, 0.0001)).toBe(null)
  })
})
