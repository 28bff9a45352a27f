import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaBinomial } from './bayes.ts'
import { fisherP } from './fisher.ts'
import { agrestiCaffo, newcombe, pooledTest, type Successes, smallCounts, wald, wilson } from './proportions.ts'
import { scoreInterval } from './score.ts'

const anArm = (most: number): fc.Arbitrary<Successes> =>
  fc.integer({ min: 1, max: most }).chain((n) => fc.record({ n: fc.constant(n), x: fc.integer({ min: 0, max: n }) }))

const choose = (n: number, k: number): bigint => {
  let result = 1n
  for (let at = 0; at < k; at++) result = (result * BigInt(n - at)) / BigInt(at + 1)
  return result
}
/** Fisher's p by whole numbers: tables at most as probable as the one seen, over all. */
const fisherExactly = (control: Successes, treatment: Successes): number => {
  const done = control.x + treatment.x
  const weight = (k: number) =>
    k > treatment.n || done - k > control.n || k > done ? 0n : choose(treatment.n, k) * choose(control.n, done - k)
  const seen = weight(treatment.x)
  const all = Array.from({ length: done + 1 }, (_, k) => weight(k))
  const sum = (weights: readonly bigint[]) => weights.reduce((a, b) => a + b, 0n)
  return Number((sum(all.filter((one) => one <= seen)) * 10n ** 18n) / sum(all)) / 1e18
}
const mirrored = ({ n, x }: Successes): Successes => ({ n, x: n - x })

describe('shares of small counts', () => {
  it("have Fisher's p as whole numbers give it", () => {
    fc.assert(
      fc.property(anArm(60), anArm(60), (control, treatment) => {
        expect(fisherP(control, treatment)).toBeCloseTo(fisherExactly(control, treatment), 12)
      }),
      { numRuns: 200 },
    )
  })

  it('keep it with millions of units, and when success and failure, or the arms, change places', () => {
    const [control, treatment] = [
      { n: 4_000_000, x: 3 },
      { n: 4_000_000, x: 15 },
    ]
    const p = fisherP(control, treatment)
    // of 18 events, 15 or more on one side of even odds
    expect(p).toBeCloseTo((2 * (816 + 153 + 18 + 1)) / 2 ** 18, 6)
    expect(fisherP(mirrored(control), mirrored(treatment))).toBeCloseTo(p, 12)
    expect(fisherP(treatment, control)).toBeCloseTo(p, 12)
    expect(fisherP({ n: 1e6, x: 5e5 }, { n: 1e6, x: 5e5 })).toBeCloseTo(1, 9)
    expect(fisherP({ n: 5, x: 0 }, { n: 9, x: 0 })).toBe(1)
  })

  it('have intervals of some width around the difference, within what shares can be', () => {
    fc.assert(
      fc.property(
        anArm(5000),
        anArm(5000),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (control, treatment, alpha) => {
          const difference = treatment.x / treatment.n - control.x / control.n
          for (const [from, to] of [newcombe(control, treatment, alpha), scoreInterval(control, treatment, alpha)]) {
            expect(from).toBeLessThanOrEqual(difference + 1e-12)
            expect(to).toBeGreaterThanOrEqual(difference - 1e-12)
            expect(to - from).toBeGreaterThan(0)
            expect(Math.max(-from, to)).toBeLessThanOrEqual(1 + 1e-12)
          }
          const [low, high] = wilson(control, alpha)
          expect(low >= 0 && high <= 1 && low < high).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('turn with the arms', () => {
    fc.assert(
      fc.property(anArm(500), anArm(500), (control, treatment) => {
        for (const interval of [newcombe, wald, agrestiCaffo, scoreInterval]) {
          const [here, there] = [interval(control, treatment, 0.05), interval(treatment, control, 0.05)]
          expect(here[0] + there[1]).toBeCloseTo(0, 9)
          expect(here[1] + there[0]).toBeCloseTo(0, 9)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are called small below ten, and have no pooled test where all or none did it', () => {
    expect([smallCounts({ n: 100, x: 9 }), smallCounts({ n: 100, x: 91 }), smallCounts({ n: 20, x: 10 })]).toEqual([
      true,
      true,
      false,
    ])
    expect(pooledTest({ n: 5, x: 0 }, { n: 9, x: 0 })).toBeNull()
    expect(() => fisherP({ n: 5, x: 6 }, { n: 9, x: 0 })).toThrow('control.x must be at most control.n')
    expect(() => newcombe({ n: 5, x: 1 }, { n: 9, x: Number.NaN }, 0.05)).toThrow(
      'treatment.sum must be a whole number',
    )
  })
})

/** P(pT > pC) with whole prior counts, by the closed sum (Evan Miller, "Formulas for Bayesian A/B testing"). */
const chanceExactly = (control: Successes, treatment: Successes): number => {
  const [a, b] = [control.x + 1, control.n - control.x + 1]
  const [c, d] = [treatment.x + 1, treatment.n - treatment.x + 1]
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1))
  const beta = (p: number, q: number) => [factorial(p - 1) * factorial(q - 1), factorial(p + q - 1)] as const
  let sum = 0
  for (let i = 0; i < c; i++) {
    const [top, under] = beta(a + i, b + d)
    const [one, oneUnder] = beta(1 + i, d)
    const [two, twoUnder] = beta(a, b)
    sum += Number((top * oneUnder * twoUnder * 10n ** 20n) / (BigInt(d + i) * one * two * under)) / 1e20
  }
  return sum
}

describe('the chance that a share is higher', () => {
  it('is the closed sum', () => {
    fc.assert(
      fc.property(anArm(40), anArm(40), (control, treatment) => {
        const { chanceToWin } = betaBinomial(control, treatment, { a: 1, b: 1 })
        expect(chanceToWin).toBeCloseTo(chanceExactly(control, treatment), 10)
      }),
      { numRuns: 30 },
    )
  })

  it('and the other way round add up to 1, with few and with many', () => {
    for (const [control, treatment] of [
      [
        { n: 3, x: 0 },
        { n: 2, x: 2 },
      ],
      [
        { n: 1_000_000, x: 300 },
        { n: 1_000_000, x: 330 },
      ],
    ] as const) {
      const prior = { a: 0.5, b: 0.5 }
      const [here, there] = [betaBinomial(control, treatment, prior), betaBinomial(treatment, control, prior)]
      expect(here.chanceToWin + there.chanceToWin).toBeCloseTo(1, 9)
      const gain = (treatment.x + 0.5) / (treatment.n + 1) - (control.x + 0.5) / (control.n + 1)
      expect(there.riskOfShipping - here.riskOfShipping).toBeCloseTo(gain, 9)
    }
  })

  it('names what is no count', () => {
    expect(() => betaBinomial({ n: 1, x: 2 }, { n: 1, x: 1 }, { a: 1, b: 1 })).toThrow(
      'control.x must be at most control.n',
    )
    expect(() => betaBinomial({ n: 1, x: 1 }, { n: 1, x: 1 }, { a: 0, b: 1 })).toThrow('prior.a must be above 0')
  })
})
