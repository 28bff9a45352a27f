import { describe, expect, it } from 'vitest'
import { seeded } from '../../../../tests/support/exposing-application.ts'
import { evaluateRatioGuard, type RatioPlan } from './evaluate-ratio-guard.ts'
import type { ArmRatio, ByArm } from './guard-question.ts'

const plan: RatioPlan = { worse: 'higher', margin: { relative: 0 }, falsely: 0.01, guards: 1 }
const nobody: ArmRatio = {
  sums: { over: { n: 0, sum: 0, sumsq: 0 }, under: { n: 0, sum: 0, sumsq: 0 }, product: 0 },
  ...{ withOver: 0, withUnder: 0, robots: 0 },
}

const joined = ({ sums: { over, under, product }, ...arm }: ArmRatio, a: number, b: number): ArmRatio => ({
  sums: {
    over: { n: over.n + 1, sum: over.sum + a, sumsq: over.sumsq + a * a },
    under: { n: under.n + 1, sum: under.sum + b, sumsq: under.sumsq + b * b },
    product: product + a * b,
  },
  withOver: arm.withOver + (a === 0 ? 0 : 1),
  withUnder: arm.withUnder + (b === 0 ? 0 : 1),
  robots: 0,
})

/**
 * Users of a ramp: most make few requests, some very many. One request in fifty fails; with the new variant, `worse`
 * times as many.
 */
const ramp = (seed: number, worse: number) => {
  const chance = seeded(seed)
  let arms: ByArm<ArmRatio> = { treatment: nobody, control: nobody }
  return (people: number): ByArm<ArmRatio> => {
    for (let one = 0; one < people; one += 1) {
      const arm = chance() < 0.5 ? 'treatment' : 'control'
      const requests = Math.floor((1 - chance()) ** -0.7)
      // Failure rates vary between users and correlate within one.
      const rate = 0.04 * chance() * (arm === 'treatment' ? worse : 1)
      let failures = 0
      for (let request = 0; request < Math.min(requests, 200); request += 1) failures += chance() < rate ? 1 : 0
      arms = { ...arms, [arm]: joined(arms[arm], failures, requests) }
    }
    return arms
  }
}

/** The number of the check at which a ramp is undone, if any. */
const undoneAt = (seed: number, worse: number, looks: number, held = plan): number | undefined => {
  const come = ramp(seed, worse)
  for (let look = 1; look <= looks; look += 1) if (evaluateRatioGuard(come(250), held).state === 'harm') return look
  return undefined
}

describe('a guard on a ratio', () => {
  it('undoes harmless ramps as rarely as promised, looked at again and again, and finds failures that double', () => {
    const harmless = Array.from({ length: 300 }, (_, at) => undoneAt(at, 1, 30))
    expect(harmless.filter((look) => look !== undefined).length).toBeLessThanOrEqual(3)
    const doubled = Array.from({ length: 20 }, (_, at) => undoneAt(1_000 + at, 2, 60))
    expect(doubled.filter((look) => look !== undefined)).toHaveLength(20)
  })

  it('leaves what is within the margin, and asks for more evidence the more guards there are', () => {
    const come = ramp(7, 2.5)
    const arms = come(12_000)
    const [alone, amongTen] = [evaluateRatioGuard(arms, plan), evaluateRatioGuard(arms, { ...plan, guards: 10 })]
    expect(alone).toMatchObject({ state: 'harm', limit: 100 })
    expect(amongTen.limit).toBe(1_000)
    expect(evaluateRatioGuard(arms, { ...plan, margin: { relative: 3 } }).state).toBe('safe')
    expect(evaluateRatioGuard(arms, { ...plan, margin: { absolute: 0.9 } }).state).toBe('safe')
    expect(evaluateRatioGuard(arms, { ...plan, worse: 'lower' }).state).toBe('safe')
    const turned = { treatment: arms.control, control: arms.treatment }
    expect(evaluateRatioGuard(turned, { ...plan, worse: 'lower' }).state).toBe('harm')
  })

  it('waits for users enough, and says where one arm has nothing to divide by', () => {
    const arms = ramp(9, 1)(2_000)
    expect(evaluateRatioGuard({ treatment: nobody, control: nobody }, plan).state).toBe('collecting')
    expect(evaluateRatioGuard({ ...arms, treatment: nobody }, plan).state).toBe('collecting')
    expect(evaluateRatioGuard(ramp(9, 1)(150), plan).state).toBe('collecting')
    const idle = Array.from({ length: 200 }).reduce<ArmRatio>((arm) => joined(arm, 0, 0), nobody)
    expect(evaluateRatioGuard({ ...arms, treatment: idle }, plan).state).toBe('silent')
    expect(evaluateRatioGuard({ treatment: idle, control: idle }, plan).state).toBe('collecting')
  })
})
