import { JobThread } from '../job-thread.ts'
import type { BoundsJob } from './bounds-job.ts'

/** A thread that does not respond after this time is terminated. Even the largest plan takes much less. */
const patienceMs = 60_000

/** One per process. */
const thread = new JobThread<BoundsJob, readonly number[] | null>({ kind: 'statistics', memoryMb: 128, ended: null })

/**
 * Computes the bounds of planned analyses in the worker thread: many analyses take a tenth of a second, and a run may
 * have hundreds of comparisons.
 */
export async function computeBounds(job: BoundsJob): Promise<readonly number[]> {
  const bounds = await thread.run(() => ({ job, ms: patienceMs }))
  if (!bounds) throw new Error('the bounds of looks could not be reckoned')
  return bounds
}
