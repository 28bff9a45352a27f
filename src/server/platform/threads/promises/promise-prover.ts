import type { Verdict } from '../../../../shared/impact/promise/prove.ts'
import type { MoveMeasure } from '../../../../shared/schemas/impact.ts'
import { JobThread } from '../job-thread.ts'
import type { MoveJob } from './move-job.ts'
import { type ProofJob, proofOf, type TogetherJob, togetherOf } from './prove-job.ts'

/** What is proven here and now, in a few milliseconds; what takes more goes to the thread. */
const stepsHere = 60_000

/** After so long whoever else has something to do comes between two proofs. */
const sliceMs = 4

/** Long after any proof has used its steps, a thread that does not answer is ended. */
const patienceMs = 60_000

const unproven: Verdict = { state: 'unproven', because: 'steps' }
const kept: Verdict = { state: 'kept' }

type Done = Verdict | ReadonlySet<number> | MoveMeasure | undefined

/** One for the process. */
const thread = new JobThread<ProofJob | TogetherJob | MoveJob, Done>({
  ...{ kind: 'promises', memoryMb: 512, ended: undefined },
})

/** When others last had a turn. */
let yieldedMs = 0

const othersFirst = async (): Promise<void> => {
  if (performance.now() - yieldedMs <= sliceMs) return
  await new Promise((resolve) => setImmediate(resolve))
  yieldedMs = performance.now()
}

/**
 * Proves a promise: an easy one at once, any other in the thread, so that nothing else waits for it. What a proof says does
 * not depend on where it ran.
 */
export async function provePromise(job: ProofJob): Promise<Verdict> {
  const here = proofOf(job, stepsHere)
  await othersFirst()
  if (here.state !== 'unproven' || here.because !== 'steps') return here
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // a proof is answered with its verdict, and by a thread that ended with nothing
  return (done as Verdict | undefined) ?? unproven
}

/** The promises of one publish, in their order: in one model as far as that goes, and the others one by one. */
export async function provePromises(job: TogetherJob): Promise<Verdict[]> {
  const together = (await keptOf(job)) ?? new Set<number>()
  const verdicts: Verdict[] = []
  for (const [at, statement] of job.statements.entries())
    verdicts.push(together.has(at) ? kept : await provePromise({ ...job, statement }))
  return verdicts
}

async function keptOf(job: TogetherJob): Promise<ReadonlySet<number> | undefined> {
  const here = togetherOf(job, stepsHere)
  await othersFirst()
  if (here !== undefined) return here
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // the same: with the places of those that are kept
  return done as ReadonlySet<number> | undefined
}

/** How many of the contexts seen move, always told by the thread: there are thousands of them. */
export async function measureSeen(job: MoveJob): Promise<MoveMeasure> {
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // contexts are answered with what was measured of them, and by a thread that ended with nothing
  return (done as MoveMeasure | undefined) ?? { state: 'unmeasured', because: 'steps', contexts: job.seen.count }
}
