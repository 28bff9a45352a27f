import { analyse } from '../../../../shared/statistics/analyse.ts'
import type { Analysis, AnalysisPlan, Cohorts, Look } from '../../../../shared/statistics/analysis-plan.ts'
import { lookBounds } from '../../../../shared/statistics/spending.ts'
import { BoundedCache } from '../../../platform/kernel/bounded-cache.ts'
import type { BoundsJob } from '../../../platform/threads/statistics/bounds-job.ts'
import { computeBounds } from '../../../platform/threads/statistics/compute-bounds.ts'

/** Cache of bounds by their inputs, which determine them completely. Limited by the total length of its keys. */
const known = new BoundedCache<readonly number[]>(16 * 1024 * 1024)

/** Bounds for up to this many looks per call are computed on the main thread, in a few milliseconds. */
const looksHere = 20

const keyOf = (job: BoundsJob): string => JSON.stringify(job)

/**
 * Runs `analyse`. To keep the server responsive for any number of arms, metrics and looks, bounds for many looks are
 * computed in a worker thread, one job at a time and each only once.
 */
export async function analyseInThread(
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
  for (const [key, job] of asked) told.set(key, known.get(key) ?? kept(key, await computeBounds(job)))
  return analyse(plan, cohorts, looks, nowMs, (...job) => {
    const key = keyOf(job)
    return [...(told.get(key) ?? known.get(key) ?? lookBounds(...job))]
  })
}

const kept = <Bounds extends readonly number[]>(key: string, bounds: Bounds): Bounds => {
  known.set(key, bounds, key.length)
  return bounds
}
