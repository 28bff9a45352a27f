import { setImmediate as turn } from 'node:timers/promises'
import type { Difference } from '../../../../shared/impact/difference.ts'
import { JobThread } from '../job-thread.ts'
import { type DifferenceJob, differenceFor } from './difference-job.ts'

/** Step budget on this thread, a few milliseconds. Longer jobs run in the worker thread. */
const stepsHere = 20_000

/** A thread that does not respond after this time is terminated. All jobs use up their steps long before. */
const patienceMs = 60_000

const undecided: Difference = { state: 'undecided', because: 'steps' }

/** One per process, separate from that of invariants, so that publishes do not wait for previews. */
const thread = new JobThread<DifferenceJob, Difference>({ kind: 'promises', memoryMb: 512, ended: undecided })

/**
 * Computes which users get another value of a flag: easy cases synchronously, others in a worker thread, so that
 * nothing else waits.
 */
export async function computeDifference(job: DifferenceJob): Promise<Difference> {
  await turn()
  const here = differenceFor({ ...job, steps: Math.min(stepsHere, job.steps) })
  if (here.state === 'exact' || (here.state === 'undecided' && here.because === 'extended')) return here
  return (await thread.run(() => ({ job, ms: patienceMs }))) ?? undecided
}
