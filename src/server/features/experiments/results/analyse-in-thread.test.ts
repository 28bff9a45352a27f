import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cohortsOf, conversion, day, plan, row } from '../../../../../tests/support/analysis.ts'
import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { AnalysisPlan, Look } from '../../../../shared/statistics/analysis-plan.ts'
import { analyseInThread } from './analyse-in-thread.ts'

const arms = ['off', 'a', 'b', 'c']
const wide: AnalysisPlan = {
  ...plan,
  days: 60,
  arms: arms.map((key) => ({ key, weight: 1 })),
  metrics: ['purchase', 'visit'].map((key) => ({ ...conversion, key })),
}
/** Daily sums of four arms with different numbers of users. */
const sums = wide.metrics.flatMap(({ key: metric }) =>
  Array.from({ length: 60 }, (_, cohort) =>
    arms.map((arm, at) => row(cohort, arm, 500 + 7 * at + (cohort % 5), 50 + at, { metric })),
  ).flat(),
)
/** Looks of a plan analysed for some nights, without results, which these tests do not read. */
const looksUntil = (nights: number): Look[] =>
  Array.from({ length: nights }, (_, at) => ({
    ...{ number: at + 1, atMs: (at + 1) * day, time: (at + 1) / 60, ratioEvidence: 0 },
    results: analyse({ ...wide, mode: 'open-ended' }, cohortsOf(sums), [], (at + 1) * day).results.map((one) => ({
      ...one,
      decidedAt: null,
    })),
  }))

it('bounds of many looks are reckoned in a thread, to the same, and hold up nobody', async () => {
  const looks = looksUntil(40)
  let done = false
  const aside = analyseInThread(wide, cohortsOf(sums), looks, 41 * day).finally(() => {
    done = true
  })
  let turns = 0
  for (; !done; turns += 1) await turn()
  expect(await aside).toEqual(analyse(wide, cohortsOf(sums), looks, 41 * day))
  // on the main thread, there would have been at most two turns
  expect(turns).toBeGreaterThan(20)
})

it('what few looks say is said at once, and the same', async () => {
  for (const nights of [0, 1, 3]) {
    const looks = looksUntil(nights)
    const nowMs = (nights + 1) * day
    expect(await analyseInThread(wide, cohortsOf(sums), looks, nowMs)).toEqual(
      analyse(wide, cohortsOf(sums), looks, nowMs),
    )
  }
})
