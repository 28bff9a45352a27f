import { describe, expect, it } from 'vitest'
import { drawsOf } from '../../../tests/support/statistics.ts'
import { extraUntilHarm } from './extra-until-harm.ts'
import { type GuardPlan, guardEvents } from './guard.ts'

const plan: GuardPlan = { worse: 'higher', margin: 0, falsely: 0.01, guards: 1 }

/** Returns the difference in units with the event when the guard finds harm, checked after each event. */
const differenceOf = (seed: number, given: GuardPlan, times: number, share: number): number => {
  const { once } = drawsOf(seed)
  let [treatment, control] = [0, 0]
  do {
    if (once((times * share) / (times * share + 1 - share))) treatment += 1
    else control += 1
  } while (guardEvents([{ share, treatment, control }], given).state !== 'harm')
  return Math.abs(treatment - (control * share) / (1 - share))
}

describe('the extra events until a guard is against', () => {
  it('are about those of simulated ramps, looked at after each event', () => {
    const cases: [given: Partial<GuardPlan>, times: number, share: number][] = [
      [{}, 2, 0.5],
      [{ guards: 3 }, 2, 0.5],
      [{ falsely: 0.001 }, 2, 0.5],
      [{ worse: 'lower' }, 0.5, 0.5],
      [{ margin: 0.2 }, 2, 0.5],
      [{}, 2, 0.2],
    ]
    for (const [given, times, share] of cases) {
      const guard = { ...plan, ...given }
      const runs = Array.from({ length: 200 }, (_, seed) => differenceOf(seed, guard, times, share))
      const mean = runs.reduce((sum, one) => sum + one, 0) / runs.length
      const said = extraUntilHarm(guard, times, share) ?? Number.NaN
      expect(said / mean).toBeGreaterThan(0.8)
      expect(said / mean).toBeLessThan(1.25)
    }
  })

  it('are about the 39 that are seen at looks five minutes apart', () => {
    expect(Math.abs((extraUntilHarm(plan, 2) ?? 0) - 39)).toBeLessThanOrEqual(4)
  })

  it('are more with more guards, a smaller error or a margin, and none where the margin allows as much', () => {
    const one = extraUntilHarm(plan, 2) ?? 0
    for (const more of [{ guards: 2 }, { falsely: 0.001 }, { margin: 0.1 }])
      expect(extraUntilHarm({ ...plan, ...more }, 2) ?? 0).toBeGreaterThan(one)
    expect(extraUntilHarm({ ...plan, margin: 1 }, 2)).toBeNull()
    expect(extraUntilHarm({ ...plan, worse: 'lower' }, 2)).toBeNull()
    expect(() => extraUntilHarm({ ...plan, guards: 0 }, 2)).toThrow('guards must be at least 1')
    expect(() => extraUntilHarm(plan, 0)).toThrow('times must be above 0')
  })
})
