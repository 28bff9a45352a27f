import { JobThread } from '../job-thread.ts'
import type { BoundsJob } from './bounds-job.ts'

/** Long after the most looks that a plan may have, a thread that does not answer is ended. */
const patienceMs = 60_000

/** One for the process. */
const thread = new JobThread<BoundsJob, readonly number[] | null>({ kind: 'statistics', memoryMb: 128, ended: null })

/** The bounds of planned looks, reckoned in the thread: many looks take a tenth of a second, and a run may have hundreds of comparisons. */
export async function reckonBounds(job: BoundsJob): Promise<readonly number[]> {
  const bounds = await thread.run(() => ({ job, ms: patienceMs }))
  if (!bounds) throw new Error('the bounds of looks could not be reckoned')
  return bounds
}
