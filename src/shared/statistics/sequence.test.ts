import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardMeans } from './guard.ts'
import { oneSidedFactor, oneSidedP, sequenceFactorAt, sequenceP } from './sequence.ts'

const sequenceFactor = (n: number, level: number, most: number) => sequenceFactorAt(n, level, level, most)
const units = fc.integer({ min: 1, max: 1e9 })
const planned = fc.integer({ min: 100, max: 1e8 })
const alpha = fc.double({ min: 0.0005, max: 0.3, noNaN: true })
const z = fc.double({ min: -50, max: 50, noNaN: true })

describe('a confidence sequence', () => {
  it('has p below the level exactly where z is beyond the factor, two-sided and one-sided', () => {
    fc.assert(
      fc.property(
        units,
        planned,
        alpha,
        fc.double({ min: 0.001, max: 0.3, noNaN: true }),
        z,
        (n, most, a, level, value) => {
          const factor = sequenceFactorAt(n, level, a, most)
          fc.pre(Math.abs(Math.abs(value) - factor) > 1e-9 * factor)
          expect(sequenceP(value, n, a, most) < level).toBe(Math.abs(value) > factor)
          const one = oneSidedFactor(n, a, most)
          fc.pre(Math.abs(value - one) > 1e-9 * one)
          expect(oneSidedP(value, n, a, most) < a).toBe(value > one)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is wider than an interval that is read once, and one side is narrower than two where it was planned for', () => {
    fc.assert(
      fc.property(units, planned, alpha, (n, most, a) => {
        expect(sequenceFactor(n, a, most)).toBeGreaterThan(Math.sqrt(-2 * Math.log(a)))
        expect(oneSidedFactor(most, a, most)).toBeLessThan(sequenceFactor(most, a, most))
      }),
      { numRuns: 100 },
    )
  })

  it('is tightest near the units it was planned for', () => {
    const at = (n: number) => sequenceFactor(n, 0.05, 10_000) / Math.sqrt(n)
    const relative = (n: number) =>
      (sequenceFactor(n, 0.05, 10_000) * Math.sqrt(10_000 / n)) / sequenceFactor(n, 0.05, n) / Math.sqrt(10_000 / n)
    expect(at(10_000)).toBeLessThan(at(5_000))
    expect(relative(10_000)).toBeCloseTo(1, 12)
    for (const n of [100, 1_000, 100_000, 1_000_000]) expect(relative(n)).toBeGreaterThan(1)
  })

  it('refuses what is none, by name', () => {
    expect(() => sequenceFactor(0, 0.05, 100)).toThrow('units must be above 0')
    expect(() => sequenceFactor(10, 0.05, Number.NaN)).toThrow('unitsPlanned must be a finite number')
    expect(() => sequenceFactor(10, 1, 100)).toThrow('must be between 0 and 1')
    expect(() => oneSidedP(3, 10, 0.7, 100)).toThrow('alpha must be between 0 and 0.5')
    expect([oneSidedP(-1, 10, 0.05, 100), oneSidedP(Number.NaN, 10, 0.05, 100)]).toEqual([1, 1])
  })
})

const plan = { worse: 'higher', margin: { relative: 0.05 }, alpha: 0.01, unitsPlanned: 10_000 } as const
const arm = (mean: number) => ({ mean, variance: 0.0001 })

describe('a guard on means', () => {
  it('turns with what is worse', () => {
    expect(guardMeans(arm(1), arm(1.2), plan, 10_000).state).toBe('harm')
    expect(guardMeans(arm(1), arm(0.8), plan, 10_000).state).toBe('safe')
    expect(guardMeans(arm(1), arm(1.05), plan, 10_000).state).toBe('going-on')
    expect(guardMeans(arm(1), arm(0.8), { ...plan, worse: 'lower' }, 10_000).state).toBe('harm')
    expect(guardMeans(arm(-1), arm(-0.8), plan, 10_000).state).toBe('harm')
  })

  it('is never harm and safe at once', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        units,
        (control, treatment, n) => {
          const { pHarm, pSafe } = guardMeans(arm(control), arm(treatment), plan, n)
          expect(Math.max(pHarm, pSafe)).toBe(1)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('says nothing before there is a spread, and names what is no number', () => {
    const flat = { mean: 1, variance: 0 }
    expect(guardMeans(flat, { mean: 2, variance: 0 }, plan, 10)).toMatchObject({ state: 'collecting', pHarm: 1 })
    expect(() => guardMeans({ ...flat, mean: Number.NaN }, flat, plan, 10)).toThrow(
      'control.mean must be a finite number',
    )
    expect(() => guardMeans(flat, flat, { ...plan, margin: { absolute: -1 } }, 10)).toThrow(
      'margin.absolute must not be below 0',
    )
  })
})
