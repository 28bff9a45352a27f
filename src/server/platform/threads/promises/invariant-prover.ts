import type { Verdict } from '../../../../shared/impact/promise/prove.ts'
import type { MoveMeasure } from '../../../../shared/schemas/impact.ts'
import { JobThread } from '../job-thread.ts'
import type { MoveJob } from './move-job.ts'
import { type InvariantsJob, type ProofJob, runInvariantsJob, runProofJob } from './prove-job.ts'

/** Step budget of proofs on this thread, a few milliseconds. Longer ones run in the worker thread. */
const stepsHere = 60_000

/** Yields to the event loop between two proofs after this time. */
const sliceMs = 4

/** A thread that does not respond after this time is terminated. All proofs use up their steps long before. */
const patienceMs = 60_000

const unproven: Verdict = { state: 'unproven', because: 'steps' }
const kept: Verdict = { state: 'kept' }

type Done = Verdict | ReadonlySet<number> | MoveMeasure | undefined

/** One per process. */
const thread = new JobThread<ProofJob | InvariantsJob | MoveJob, Done>({
  ...{ kind: 'promises', memoryMb: 512, ended: undefined },
})

/** When the event loop last had a turn. */
let yieldedMs = 0

const othersFirst = async (): Promise<void> => {
  if (performance.now() - yieldedMs <= sliceMs) return
  await new Promise((resolve) => setImmediate(resolve))
  yieldedMs = performance.now()
}

/**
 * Proves an invariant: an easy one synchronously, others in the worker thread, so that nothing else waits for them. The
 * verdict does not depend on where the proof runs.
 */
export async function proveInvariant(job: ProofJob): Promise<Verdict> {
  const here = runProofJob(job, stepsHere)
  await othersFirst()
  if (here.state !== 'unproven' || here.because !== 'steps') return here
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // Safe cast: a proof returns a verdict, and a terminated thread undefined.
  return (done as Verdict | undefined) ?? unproven
}

/** Proves the invariants of one publish, in order: in one model as far as possible, the others one by one. */
export async function proveInvariants(job: InvariantsJob): Promise<Verdict[]> {
  const together = (await keptOf(job)) ?? new Set<number>()
  const verdicts: Verdict[] = []
  for (const [at, statement] of job.statements.entries())
    verdicts.push(together.has(at) ? kept : await proveInvariant({ ...job, statement }))
  return verdicts
}

async function keptOf(job: InvariantsJob): Promise<ReadonlySet<number> | undefined> {
  const here = runInvariantsJob(job, stepsHere)
  await othersFirst()
  if (here !== undefined) return here
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // Safe cast: a joint proof returns the indexes of the invariants that hold.
  return done as ReadonlySet<number> | undefined
}

/** Counts how many sampled contexts move. Always runs in the worker thread, because there are thousands of them. */
export async function measureSampledMoves(job: MoveJob): Promise<MoveMeasure> {
  const done = await thread.run(() => ({ job, ms: patienceMs }))
  // Safe cast: a measurement returns a MoveMeasure, and a terminated thread undefined.
  return (done as MoveMeasure | undefined) ?? { state: 'unmeasured', because: 'steps', contexts: job.seen.count }
}
