import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { Analysis, AnalysisPlan, Cohorts, Look } from '../../../../shared/statistics/analysis-plan.ts'
import { lookBounds } from '../../../../shared/statistics/spending.ts'
import { BoundedCache } from '../../../platform/kernel/bounded-cache.ts'
import type { BoundsJob } from '../../../platform/threads/statistics/bounds-job.ts'
import { reckonBounds } from '../../../platform/threads/statistics/reckon-bounds.ts'

/** Bounds follow from what is asked alone. By that; questions of so many characters are kept. */
const known = new BoundedCache<readonly number[]>(16 * 1024 * 1024)

/** The bounds of so many looks together are reckoned here and now, in a few milliseconds. */
const looksHere = 20

const keyOf = (job: BoundsJob): string => JSON.stringify(job)

/**
 * What `analyse` says. Bounds of many looks are reckoned in a thread, one after the other and each once, so that nothing else
 * waits for them, however many arms, metrics and looks a run has.
 */
export async function analyseAside(
  plan: AnalysisPlan,
  cohorts: Cohorts,
  looks: readonly Look[],
  nowMs: number,
): Promise<Analysis> {
  const asked = new Map<string, BoundsJob>()
  let left = looksHere
  const found = analyse(plan, cohorts, looks, nowMs, (...job) => {
    const key = keyOf(job)
    const there = known.get(key)
    if (there) return [...there]
    left -= job[0].length
    if (left >= 0) return kept(key, lookBounds(...job))
    asked.set(key, job)
    return []
  })
  if (asked.size === 0) return found
  const told = new Map<string, readonly number[]>()
  for (const [key, job] of asked) told.set(key, known.get(key) ?? kept(key, await reckonBounds(job)))
  return analyse(plan, cohorts, looks, nowMs, (...job) => {
    const key = keyOf(job)
    return [...(told.get(key) ?? known.get(key) ?? lookBounds(...job))]
  })
}

const kept = <Bounds extends readonly number[]>(key: string, bounds: Bounds): Bounds => {
  known.set(key, bounds, key.length)
  return bounds
}
