import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeError, statisticsVectors } from '../../../tests/support/statistics.ts'
import { type Arm, meanVariance } from './arm.ts'
import { compare } from './compare.ts'
import { deltaLift, differenceOf, testOneSided, testTwoSided, welchDof } from './effect.ts'
import { fiellerLift, ratioInput } from './fieller.ts'

const aMean = fc
  .double({ min: -1000, max: 1000, noNaN: true, noDefaultInfinity: true })
  .map((x) => (Math.abs(x) < 1e-6 ? 1 : x))
const anArm: fc.Arbitrary<Arm> = fc.record({
  n: fc.integer({ min: 2, max: 1e7 }),
  mean: aMean,
  variance: fc.double({ min: 1e-6, max: 1e5, noNaN: true }),
})
const aFactor = fc.double({ min: 0.5, max: 40, noNaN: true })

describe("Fieller's set", () => {
  it('has the ends that a search for them finds', () => {
    const errors = statisticsVectors.lifts.map(({ given, ends }) => {
      const [difference = 0, baseline = 0, treatment = 0, control = 0, factor = 0] = given
      const lift = fiellerLift(
        {
          difference,
          baseline,
          differenceVariance: treatment + control,
          baselineVariance: control,
          covariance: -control,
        },
        factor,
      )
      const found = lift.type === 'bounded' ? lift.interval : [Number.NaN, Number.NaN]
      return Math.max(...ends.map((end, at) => relativeError(found[at] ?? Number.NaN, end)))
    })
    expect(Math.max(...errors)).toBeLessThan(1e-12)
  })

  it('has 0 outside exactly where the difference is beyond c standard errors, for every c', () => {
    fc.assert(
      fc.property(anArm, anArm, aFactor, (control, treatment, factor) => {
        const lift = fiellerLift(ratioInput(control, treatment), factor)
        fc.pre(lift.type === 'bounded')
        const beyond =
          Math.abs(treatment.mean - control.mean) > factor * Math.sqrt(meanVariance(control) + meanVariance(treatment))
        expect(lift.type === 'bounded' && (lift.interval[0] > 0 || lift.interval[1] < 0)).toBe(beyond)
      }),
      { numRuns: 500 },
    )
  })

  it('has the lift inside, and grows with c', () => {
    fc.assert(
      fc.property(anArm, anArm, aFactor, (control, treatment, factor) => {
        const [one, more] = [1, 1.1].map((times) => fiellerLift(ratioInput(control, treatment), factor * times))
        if (one?.type !== 'bounded') return
        const wide = 1e-9 * (1 + Math.abs(one.lift))
        expect(one.interval[0]).toBeLessThanOrEqual(one.lift + wide)
        expect(one.interval[1]).toBeGreaterThanOrEqual(one.lift - wide)
        if (more?.type !== 'bounded') return
        expect(more.interval[0]).toBeLessThanOrEqual(one.interval[0] + wide)
        expect(more.interval[1]).toBeGreaterThanOrEqual(one.interval[1] - wide)
      }),
      { numRuns: 200 },
    )
  })

  it('does not change with the unit of the metric', () => {
    fc.assert(
      fc.property(
        anArm,
        anArm,
        aFactor,
        fc.constantFrom(1e-120, 1e-6, 1e6, 1e120),
        (control, treatment, factor, unit) => {
          const scaled = (arm: Arm): Arm => ({ ...arm, mean: arm.mean * unit, variance: arm.variance * unit * unit })
          const [here, there] = [
            fiellerLift(ratioInput(control, treatment), factor),
            fiellerLift(ratioInput(scaled(control), scaled(treatment)), factor),
          ]
          if (here.type !== 'bounded' || there.type !== 'bounded' || here.g > 0.99) return
          const width = here.interval[1] - here.interval[0]
          expect(Math.abs(here.interval[0] - there.interval[0])).toBeLessThanOrEqual(
            1e-6 * (width + Math.abs(here.interval[0])),
          )
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is every lift that fits the data and no other, also where it is unbounded', () => {
    // a baseline that may well be 0: two thirds of them are unbounded, with and without a gap
    const aNoisyArm = fc.record({
      n: fc.constant(100),
      mean: fc.double({ min: -3, max: 3, noNaN: true }).filter((mean) => Math.abs(mean) > 1e-3),
      variance: fc.double({ min: 10, max: 300, noNaN: true }),
    })
    const lifts = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 20, maxLength: 20 })
    const seen = new Set<string>()
    fc.assert(
      fc.property(aNoisyArm, aNoisyArm, fc.constantFrom(1, 2, 3), lifts, (control, treatment, factor, tried) => {
        const found = fiellerLift(ratioInput(control, treatment), factor)
        if (found.type === 'baseline_zero') return
        const set = found.type === 'bounded' ? found.type : found.set
        seen.add(set)
        const [low, high] = found.type === 'bounded' ? found.interval : (found.gap ?? [0, 0])
        for (const lift of [...tried, found.lift]) {
          // (N - L·D)² and c²(vN - 2L·cND + L²·vD), of the arms themselves
          const side = control.mean < 0 ? -1 : 1
          const off = treatment.mean - (1 + side * lift) * control.mean
          const reach = factor ** 2 * (meanVariance(treatment) + (1 + side * lift) ** 2 * meanVariance(control))
          // an end itself is on neither side
          if (Math.abs(off * off - reach) < 1e-6 * (off * off + reach)) continue
          const isInside = set === 'all' || (lift > low && lift < high) === (set === 'bounded')
          expect([set, isInside]).toEqual([set, off * off < reach])
        }
      }),
      { numRuns: 500 },
    )
    expect([...seen].toSorted()).toEqual(['all', 'bounded', 'exclusive'])
  })

  it('is every lift where the baseline is just c standard errors from 0, or a gap has no width', () => {
    const at = (difference: number, variance: number, covariance: number) =>
      fiellerLift({ difference, baseline: 1, differenceVariance: variance, baselineVariance: variance, covariance }, 1)
    expect(at(0, 1, 0)).toEqual({ type: 'unbounded', set: 'all', lift: 0, g: 1 })
    expect(at(1, 4, 4)).toEqual({ type: 'unbounded', set: 'all', lift: 1, g: 4 })
  })

  it('mirrors below 0: more is more', () => {
    const [control, treatment] = [
      { n: 100, mean: -10, variance: 4 },
      { n: 100, mean: -8, variance: 4 },
    ]
    const lift = fiellerLift(ratioInput(control, treatment), 2)
    expect(lift).toMatchObject({ type: 'bounded', lift: 0.2 })
    expect(lift.type === 'bounded' && lift.interval[0]).toBeGreaterThan(0)
  })

  it('says when there is no relative difference', () => {
    const one = { n: 10, mean: 1, variance: 1 }
    expect(fiellerLift(ratioInput({ n: 10, mean: 0, variance: 1 }, one), 2)).toEqual({ type: 'baseline_zero' })
    expect(fiellerLift(ratioInput({ n: 10, mean: 0.1, variance: 1 }, one), 2)).toMatchObject({ type: 'unbounded' })
    expect(() => fiellerLift(ratioInput(one, one), 0)).toThrow('factor must be above 0')
    expect(() => fiellerLift({ ...ratioInput(one, one), baseline: Number.NaN }, 2)).toThrow(
      'baseline must be a finite number',
    )
  })
})

describe('the difference of means', () => {
  it("has Welch's degrees of freedom between the smaller arm's and both arms'", () => {
    fc.assert(
      fc.property(anArm, anArm, (control, treatment) => {
        const dof = welchDof(control, treatment)
        expect(dof).toBeGreaterThanOrEqual((Math.min(control.n, treatment.n) - 1) * (1 - 1e-12))
        expect(dof).toBeLessThanOrEqual((control.n + treatment.n - 2) * (1 + 1e-12))
      }),
      { numRuns: 100 },
    )
  })

  it('turns with the arms, and its sides add up to 1', () => {
    fc.assert(
      fc.property(anArm, anArm, (control, treatment) => {
        const [here, there] = [differenceOf(control, treatment), differenceOf(treatment, control)]
        expect(here.estimate + there.estimate).toBe(0)
        expect(testTwoSided(here, 0.05).p).toBe(testTwoSided(there, 0.05).p)
        const [greater, less] = [testOneSided(here, 0.05, 'greater').p, testOneSided(here, 0.05, 'less').p]
        expect(greater + less).toBeCloseTo(1, 9)
        expect(2 * Math.min(greater, less)).toBeCloseTo(testTwoSided(here, 0.05).p, 9)
      }),
      { numRuns: 100 },
    )
  })

  it('agrees with its interval: p < α exactly where 0 is outside', () => {
    fc.assert(
      fc.property(anArm, anArm, fc.double({ min: 0.001, max: 0.3, noNaN: true }), (control, treatment, alpha) => {
        const { p, interval } = testTwoSided(differenceOf(control, treatment), alpha)
        fc.pre(Math.abs(p - alpha) > 1e-9)
        expect(interval[0] > 0 || interval[1] < 0).toBe(p < alpha)
      }),
      { numRuns: 200 },
    )
  })

  it('names the field that is no number', () => {
    const arm = { n: 10, mean: 1, variance: 1 }
    expect(() => differenceOf({ ...arm, variance: -1 }, arm)).toThrow('control.variance must not be below 0')
    expect(() => differenceOf(arm, { ...arm, mean: Infinity })).toThrow('treatment.mean must be a finite number')
    expect(() => testTwoSided(differenceOf(arm, arm), 1)).toThrow('alpha must be between 0 and 1')
    expect(deltaLift({ ...arm, mean: -2 }, arm).estimate).toBe(1.5)
  })
})

const sums = (n: number, sum: number, sumsq = sum) => ({ n, sum, sumsq })
const mean = (control: ReturnType<typeof sums>, treatment: ReturnType<typeof sums>) =>
  compare({ kind: 'mean', control, treatment }, 0.05)
const share = (control: [number, number], treatment: [number, number]) =>
  compare(
    {
      kind: 'proportion',
      control: { n: control[0], sum: control[1] },
      treatment: { n: treatment[0], sum: treatment[1] },
    },
    0.05,
  )

describe('a comparison', () => {
  it('says why it cannot say anything', () => {
    expect(mean(sums(0, 0), sums(10, 5))).toMatchObject({
      status: 'no_data',
      difference: null,
      interval: null,
      p: null,
    })
    expect(mean(sums(1, 2, 4), sums(10, 5))).toMatchObject({ status: 'too_few_units', difference: -1.5, p: null })
    expect(mean(sums(5, 10, 20), sums(5, 15, 45))).toMatchObject({
      status: 'zero_variance',
      difference: 1,
      interval: null,
    })
    expect(share([0, 0], [5, 2])).toMatchObject({ status: 'no_data' })
    expect(share([9, 0], [9, 0])).toMatchObject({ status: 'small_counts', p: 1 })
    expect(share([9, 0], [9, 0]).interval?.[0]).toBeLessThan(0)
    const none = { over: sums(3, 3), under: sums(3, 0, 0), product: 0 }
    expect(compare({ kind: 'ratio', control: none, treatment: none }, 0.05)).toMatchObject({
      status: 'denominator_zero',
    })
  })

  it('keeps the absolute effect where the relative one has no baseline', () => {
    expect(mean(sums(400, 0, 0), sums(50, 30, 70))).toMatchObject({
      status: 'ok',
      lift: null,
      liftStatus: 'baseline_zero',
    })
    const noise = mean(sums(50, 1, 60), sums(50, 20, 80))
    expect(noise).toMatchObject({ status: 'ok', liftStatus: 'baseline_not_distinguishable_from_zero' })
  })

  it('names the number that no units can have', () => {
    expect(mean(sums(10, Number.NaN), sums(10, 5))).toMatchObject({
      status: 'invalid_input',
      problem: 'control.sum must be a finite number, not NaN',
    })
    expect(mean(sums(10, 5), sums(-1, 5)).problem).toBe('treatment.n must be a whole number from 0 to 2^53 - 1, not -1')
    expect(mean(sums(10, 5), sums(10, 50, 1)).problem).toContain('treatment.sumsq must be at least')
    expect(share([10, 11], [10, 5]).problem).toBe('control.sum must be at most control.n, as each unit counts once')
    expect(mean(sums(0, 0), sums(10, Infinity)).status).toBe('invalid_input')
  })

  it('never says NaN, nor an interval of no width, whatever it is given', () => {
    const aNumber = fc.oneof(
      fc.integer({ min: 0, max: 30 }),
      fc.double(),
      fc.constantFrom(0, 1, 1e-300, 1e300, Number.MAX_SAFE_INTEGER, Number.NaN, Infinity, 5e-324),
    )
    const someSums = fc.record({ n: aNumber, sum: aNumber, sumsq: aNumber })
    const someRatio = fc.record({ over: someSums, under: someSums, product: aNumber })
    const measured = fc.oneof(
      fc.record({ kind: fc.constant('mean' as const), control: someSums, treatment: someSums }),
      fc.record({ kind: fc.constant('proportion' as const), control: someSums, treatment: someSums }),
      fc.record({ kind: fc.constant('ratio' as const), control: someRatio, treatment: someRatio }),
    )
    fc.assert(
      fc.property(measured, (given) => {
        const found = compare(given, 0.05)
        const numbers = [
          found.difference,
          found.standardError,
          found.dof,
          found.p,
          found.lift,
          ...(found.interval ?? []),
          ...(found.liftInterval ?? []),
        ]
        expect(numbers.filter((number) => number !== null && Number.isNaN(number))).toEqual([])
        const [from, to] = found.interval ?? [0, 1]
        expect(to).toBeGreaterThan(from)
        expect(/must/.test(found.problem ?? '')).toBe(found.status === 'invalid_input')
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the same with counts a billion times as large, only sharper', () => {
    const found = share([4e15, 2e15], [4e15, 2e15 + 1e9])
    expect(found.status).toBe('ok')
    expect(found.p).toBeLessThan(1e-20)
    expect(Number.isFinite(found.interval?.[0])).toBe(true)
  })
})
