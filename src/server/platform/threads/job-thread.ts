import { Worker } from 'node:worker_threads'
import type { Told } from './serve-jobs.ts'
import { threadFile } from './thread-file.ts'

type Options<Done> = {
  readonly kind: Parameters<typeof threadFile>[0]
  readonly memoryMb: number
  /** What becomes of a job whose thread ended before it answered: it took too long, or too much memory. */
  readonly ended: Done
}

/** A job at its turn, and after how many milliseconds its thread is ended. */
export type Due<Job> = { readonly job: Job; readonly ms: number }

type Begun = { readonly worker: Worker; readonly ready: Promise<void> }

/**
 * A thread of the process for one kind of job, done one after the other. It begins with the first job, and again with the
 * next one after it ended. The process may end while it waits for work.
 */
export class JobThread<Job, Done> {
  readonly #options: Options<Done>
  #begun: Begun | undefined
  /** Of the one job that is under way. */
  #settle: ((done: Done) => void) | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: Options<Done>) {
    this.#options = options
  }

  /** Once its program is loaded. */
  ready(): Promise<void> {
    return this.#begin().ready
  }

  /** Does a job when all before it are done; undefined where there is nothing to do any more at its turn. */
  run(atItsTurn: () => Due<Job> | undefined): Promise<Done | undefined> {
    const turn = this.#queue.then(() => {
      const due = atItsTurn()
      return due === undefined ? undefined : this.#do(due)
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** Ends the thread, and what is under way with it. */
  async close(): Promise<void> {
    await this.#begun?.worker.terminate()
  }

  async #do({ job, ms }: Due<Job>): Promise<Done> {
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

  #begin(): Begun {
    if (this.#begun) return this.#begun
    const { kind, memoryMb, ended } = this.#options
    const worker = new Worker(threadFile(kind), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.unref()
    const ready = new Promise<void>((resolve) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => resolve())
    })
    worker.on('message', (told: Told<Done>) => {
      if (told !== 'ready') this.#settle?.(told.done)
    })
    // An error, memory included, ends it; what follows is the same.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#begun?.worker === worker) this.#begun = undefined
      this.#settle?.(ended)
    })
    this.#begun = { worker, ready }
    return this.#begun
  }
}
