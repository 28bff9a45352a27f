import { Worker } from 'node:worker_threads'
import type { Verdict } from '../../shared/analysis/promise/prove.ts'
import { type ProofJob, proofOf } from './job.ts'
import { threadFile } from './thread-file.ts'

/** What is proven here and now, in a few milliseconds; what takes more goes to the thread. */
const stepsHere = 60_000

/** After so long whoever else has something to do comes between two proofs. */
const sliceMs = 4

/** Long after any proof has used its steps, a thread that does not answer is ended. */
const patienceMs = 60_000

const unproven: Verdict = { state: 'unproven', because: 'steps' }

/**
 * Proves promises, the easy ones at once and the others in one thread of the process, one after the other, so that nothing
 * else waits for one. What a proof says does not depend on where it ran.
 */
export class PromiseProver {
  #thread: Worker | undefined
  readonly #open = new Map<number, (verdict: Verdict) => void>()
  #queue: Promise<unknown> = Promise.resolve()
  #lastId = 0
  /** When others last had a turn. */
  #yieldedMs = 0

  async prove(job: ProofJob): Promise<Verdict> {
    const here = proofOf(job, stepsHere)
    if (performance.now() - this.#yieldedMs > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#yieldedMs = performance.now()
    }
    if (here.state !== 'unproven' || here.because !== 'steps') return here
    const turn = this.#queue.then(() => this.#apart(job))
    this.#queue = turn
    return turn
  }

  #apart(job: ProofJob): Promise<Verdict> {
    const thread = this.#begun()
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      const watch = setTimeout(() => void thread.terminate(), patienceMs)
      watch.unref()
      this.#open.set(id, (verdict) => {
        clearTimeout(watch)
        this.#open.delete(id)
        resolve(verdict)
      })
      thread.postMessage({ id, job })
    })
  }

  #begun(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const thread = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    this.#thread = thread
    // The process may end while it waits for work.
    thread.unref()
    const ended = () => {
      if (this.#thread === thread) this.#thread = undefined
      for (const settle of this.#open.values()) settle(unproven)
    }
    thread.on('message', ({ id, verdict }: { id: number; verdict: Verdict }) => this.#open.get(id)?.(verdict))
    thread.on('error', ended)
    thread.on('exit', ended)
    return thread
  }
}

/** One for the process. */
const prover = new PromiseProver()

export const provePromise = (job: ProofJob): Promise<Verdict> => prover.prove(job)
