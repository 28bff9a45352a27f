import { setImmediate as turn } from 'node:timers/promises'
import type { Difference } from '../../../../shared/impact/difference.ts'
import { JobThread } from '../job-thread.ts'
import { type DifferenceJob, differenceFor } from './difference-job.ts'

/** What is told here and now, in a few milliseconds; what takes more goes to the thread. */
const stepsHere = 20_000

/** Long after any job has used its steps, a thread that does not answer is ended. */
const patienceMs = 60_000

const undecided: Difference = { state: 'undecided', because: 'steps' }

/** One for the process, and not that of promises: no publish waits for somebody who only looks. */
const thread = new JobThread<DifferenceJob, Difference>({ kind: 'promises', memoryMb: 512, ended: undecided })

/** Who gets another answer of a flag: an easy one at once, any other in a thread, so that nothing else waits for it. */
export async function tellDifference(job: DifferenceJob): Promise<Difference> {
  await turn()
  const here = differenceFor({ ...job, steps: Math.min(stepsHere, job.steps) })
  if (here.state === 'exact' || (here.state === 'undecided' && here.because === 'extended')) return here
  return (await thread.run(() => ({ job, ms: patienceMs }))) ?? undecided
}
