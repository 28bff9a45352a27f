import type { Verdict } from '../../../shared/analysis/promise/prove.ts'
import { JobThread } from '../job-thread.ts'
import { type ProofJob, proofOf } from './prove-job.ts'

/** What is proven here and now, in a few milliseconds; what takes more goes to the thread. */
const stepsHere = 60_000

/** Long after any proof has used its steps, a thread that does not answer is ended. */
const patienceMs = 60_000

const unproven: Verdict = { state: 'unproven', because: 'steps' }

/** One for the process. */
const thread = new JobThread<ProofJob, Verdict>({ kind: 'promises', memoryMb: 512, ended: unproven })

/**
 * Proves a promise: an easy one at once, any other in the thread, so that nothing else waits for it. What a proof says does
 * not depend on where it ran.
 */
export async function provePromise(job: ProofJob): Promise<Verdict> {
  const here = proofOf(job, stepsHere)
  // Whoever else has something to do comes between two proofs.
  await new Promise((resolve) => setImmediate(resolve))
  if (here.state !== 'unproven' || here.because !== 'steps') return here
  return (await thread.run(() => ({ job, ms: patienceMs }))) ?? unproven
}
