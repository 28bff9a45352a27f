import { Worker } from 'node:worker_threads'
import type { ThreadMessage } from './serve-jobs.ts'
import { threadFile } from './thread-file.ts'

type Options<Done> = {
  readonly kind: Parameters<typeof threadFile>[0]
  readonly memoryMb: number
  /** The result of a job whose thread ended early because of its time or memory limit. */
  readonly ended: Done
}

/** A job that is about to run, with the time in ms after which its thread is terminated. */
export type TimedJob<Job> = { readonly job: Job; readonly ms: number }

type StartedThread = { readonly worker: Worker; readonly ready: Promise<void> }

/**
 * A worker thread for one kind of job, run one after the other. It starts with the first job, and restarts with the
 * next job after it ended. Does not keep the process alive while idle.
 */
export class JobThread<Job, Done> {
  readonly #options: Options<Done>
  #begun: StartedThread | undefined
  /** Resolves the current job. */
  #settle: ((done: Done) => void) | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: Options<Done>) {
    this.#options = options
  }

  /** Resolves when the thread has loaded its program. */
  ready(): Promise<void> {
    return this.#begin().ready
  }

  /** Runs a job after all earlier ones. `atItsTurn` may return undefined to cancel it. */
  run(atItsTurn: () => TimedJob<Job> | undefined): Promise<Done | undefined> {
    const turn = this.#queue.then(() => {
      const due = atItsTurn()
      return due === undefined ? undefined : this.#do(due)
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** Terminates the thread and its current job. */
  async close(): Promise<void> {
    await this.#begun?.worker.terminate()
  }

  async #do({ job, ms }: TimedJob<Job>): Promise<Done> {
    const { worker, ready } = this.#begin()
    await ready
    if (this.#begun?.worker !== worker) return this.#options.ended
    return new Promise((resolve) => {
      const watch = setTimeout(() => void worker.terminate(), ms)
      watch.unref()
      this.#settle = (done) => {
        clearTimeout(watch)
        this.#settle = undefined
        resolve(done)
      }
      worker.postMessage(job)
    })
  }

  #begin(): StartedThread {
    if (this.#begun) return this.#begun
    const { kind, memoryMb, ended } = this.#options
    const worker = new Worker(threadFile(kind), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.unref()
    const ready = new Promise<void>((resolve) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => resolve())
    })
    worker.on('message', (told: ThreadMessage<Done>) => {
      if (told !== 'ready') this.#settle?.(told.done)
    })
    // An error, for example out of memory, ends the thread: `exit` follows and handles it.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#begun?.worker === worker) this.#begun = undefined
      this.#settle?.(ended)
    })
    this.#begun = { worker, ready }
    return this.#begun
  }
}
