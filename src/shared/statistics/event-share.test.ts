import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../tests/support/seed.ts'
import { drawsOf, relativeError, statisticsVectors } from '../../../tests/support/statistics.ts'
import { eventShare, type SharePhase } from './event-share.ts'
import { guardEvents } from './guard.ts'
import { missingReports } from './missing-reports.ts'

const even = (treatment: number, control: number): SharePhase[] => [{ share: 0.5, treatment, control }]
const aCount = fc.integer({ min: 0, max: 100_000 })
const aPhase = fc.record({
  share: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  treatment: aCount,
  control: aCount,
})

describe('the evidence of events by arm', () => {
  it('is the likelihood ratio, multiplied out', () => {
    const worst = statisticsVectors.shares.map(({ phases, direction, null: nullRatio, log }) => {
      const given = phases.map(([share = 0, treatment = 0, control = 0]) => ({ share, treatment, control }))
      return relativeError(eventShare(given, direction, nullRatio).logEvidence, log)
    })
    expect(Math.max(...worst)).toBeLessThan(1e-12)
  })

  it('is nothing before there is anything', () => {
    expect(eventShare([], 'higher')).toEqual({ logEvidence: 0, evidence: 1, p: 1 })
    expect(eventShare(even(0, 0), 'two-sided')).toEqual({ logEvidence: 0, evidence: 1, p: 1 })
  })

  it('is the same however the events of one share are cut into phases', () => {
    fc.assert(
      fc.property(aPhase, aCount, aCount, (phase, treatment, control) => {
        const whole = { ...phase, treatment: phase.treatment + treatment, control: phase.control + control }
        const cut = eventShare([phase, { share: phase.share, treatment, control }], 'two-sided')
        expect(cut.logEvidence).toBeCloseTo(eventShare([whole], 'two-sided').logEvidence, 6)
      }),
      { numRuns: 50 },
    )
  })

  it('mirrors when the arms change places', () => {
    fc.assert(
      fc.property(aPhase, ({ share, treatment, control }) => {
        const turned = [{ share: 1 - share, treatment: control, control: treatment }]
        const here = eventShare([{ share, treatment, control }], 'higher').logEvidence
        expect(eventShare(turned, 'lower').logEvidence).toBeCloseTo(here, 5)
      }),
      { numRuns: 50 },
    )
  })

  it('is a fair game: the next event raises it by 1 on average, exactly, when nothing is wrong', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom('higher' as const, 'lower' as const, 'two-sided' as const),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (share, treatment, control, direction, nullRatio) => {
          const evidence = (t: number, c: number) =>
            eventShare([{ share, treatment: t, control: c }], direction, nullRatio)
          const q = (nullRatio * share) / (nullRatio * share + 1 - share)
          const next =
            q * Math.exp(evidence(treatment + 1, control).logEvidence - evidence(treatment, control).logEvidence) +
            (1 - q) * Math.exp(evidence(treatment, control + 1).logEvidence - evidence(treatment, control).logEvidence)
          expect(next).toBeCloseTo(1, 9)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('holds with counts as large as doubles count, and stays a number', () => {
    const huge = eventShare(even(2 ** 52, 2 ** 51), 'higher')
    expect(huge.evidence).toBe(Number.MAX_VALUE)
    expect(huge.p).toBe(0)
    expect(eventShare(even(2 ** 51, 2 ** 52), 'higher').p).toBe(1)
  })

  it('refuses what is no count and no share, by name', () => {
    expect(() => eventShare(even(Number.NaN, 1), 'higher')).toThrow('phases[0].treatment must be a whole number')
    expect(() => eventShare(even(1, 2.5), 'higher')).toThrow('phases[0].control must be a whole number')
    expect(() => eventShare([{ share: 1, treatment: 1, control: 1 }], 'higher')).toThrow(
      'phases[0].share must be between 0 and 1',
    )
    expect(() => eventShare(even(1, 1), 'higher', 0)).toThrow('nullRatio must be above 0')
  })
})

const plan = { worse: 'higher', margin: 0, falsely: 0.01, guards: 3 } as const

/**
 * Simulates a ramp with a check every five minutes and 20,000 users per hour. Returns when it was undone, and how many
 * more users of the new variant failed.
 */
const ramp = (seed: number, usual: number, changed: number, looks: number, guards = 1) => {
  const draws = drawsOf(seed)
  const counts = Array.from({ length: guards }, () => ({ treatment: 0, control: 0 }))
  for (let look = 1; look <= looks; look++) {
    for (const count of counts) {
      count.treatment += draws.binomial(833, changed)
      count.control += draws.binomial(833, usual)
      const guard = guardEvents(even(count.treatment, count.control), { ...plan, guards })
      if (guard.state === 'harm') return { look, extra: count.treatment - count.control }
    }
  }
  return undefined
}
const many = draws(1)

describe('a guard on events', () => {
  it('decides at its part of the error', () => {
    const one = guardEvents(even(40, 14), { ...plan, guards: 1 })
    expect(one).toMatchObject({ state: 'harm', limit: 100 })
    expect(one.evidence).toBeGreaterThan(100)
    expect(guardEvents(even(40, 14), plan)).toMatchObject({ state: 'going-on', limit: 300 })
    expect(guardEvents(even(14, 40), { ...plan, worse: 'lower', guards: 1 }).state).toBe('harm')
    expect(guardEvents([], plan).state).toBe('collecting')
  })

  it('calls it safe when the other side is ruled out', () => {
    expect(guardEvents(even(4000, 4000), { ...plan, margin: 0.2 }).state).toBe('safe')
    expect(guardEvents(even(4000, 4000), plan).state).toBe('going-on')
  })

  it('never sends back for more of what is good', () => {
    fc.assert(
      fc.property(aCount, aCount, (some, more) => {
        expect(guardEvents(even(some, some + more), plan).state).not.toBe('harm')
      }),
      { numRuns: 50 },
    )
  })

  it('sends at most 22 of 1 000 harmless ramps back, three guards at 1 % and 60 looks each', () => {
    const back = Array.from({ length: 1000 * many }, (_, seed) => ramp(seed, 0.01, 0.01, 60, 3)).filter(Boolean)
    expect(back.length).toBeLessThanOrEqual(22 * many)
  })

  it('finds doubled failures in all of 200, for some forty extra ones', () => {
    const found = Array.from({ length: 200 }, (_, seed) => ramp(90_000 + seed, 0.005, 0.01, 300))
    expect(found.filter((one) => one === undefined)).toEqual([])
    const extra = found.map((one) => one?.extra ?? 0).sort((a, b) => a - b)
    expect(extra[100]).toBeGreaterThan(10)
    expect(extra[100]).toBeLessThan(80)
  })
})

describe('missing reports', () => {
  it('are seen in five minutes when all of the new variant are lost', () => {
    expect(missingReports(even(0, 833)).state).toBe('fewer')
    expect(missingReports(even(833, 0)).state).toBe('more')
    expect(missingReports([{ share: 0.01, treatment: 0, control: 1650 }]).state).toBe('fewer')
  })

  it('are not seen where the arms are as given', () => {
    expect(missingReports(even(10_412, 10_388)).state).toBe('as-given')
    expect(missingReports([]).state).toBe('as-given')
    expect(() => missingReports(even(1, 1), 0)).toThrow('alpha must be between 0 and 1')
  })

  it('are wrongly seen in at most 5 of 1 000 ramps looked at 50 times', () => {
    const wrong = Array.from({ length: 1000 }, (_, seed) => {
      const draws = drawsOf(7_000 + seed)
      let [treatment, control] = [0, 0]
      return Array.from({ length: 50 }, () => {
        const units = draws.binomial(400, 0.5)
        treatment += units
        control += 400 - units
        return missingReports(even(treatment, control)).state
      }).some((state) => state !== 'as-given')
    }).filter(Boolean)
    expect(wrong.length).toBeLessThanOrEqual(5)
  })
})
