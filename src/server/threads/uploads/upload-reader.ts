import { Worker } from 'node:worker_threads'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { threadFile } from '../thread-file.ts'
import type { PreviewDone, PreviewJob } from './preview-job.ts'

type Options = { readonly ms?: number; readonly memoryBytes?: number; readonly waiting?: number }

/**
 * Reads what strangers wrote in a thread of its own, one upload after the other, so that the event loop never waits for it.
 * A thread that takes too much time or memory is ended; that fails its upload, and nothing else.
 */
export class UploadReader {
  readonly #ms: number
  readonly #memoryMb: number
  readonly #most: number
  readonly #threads = new Set<Worker>()
  #queue: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({
    ms = limits.importMs,
    memoryBytes = limits.importMemoryBytes,
    waiting = limits.importsWaiting,
  }: Options = {}) {
    this.#ms = ms
    this.#memoryMb = Math.ceil(memoryBytes / 1024 / 1024)
    this.#most = waiting
  }

  /** A preview, or a sentence why there is none. Refuses with `server/unavailable` where too many wait. */
  preview(job: PreviewJob): Promise<PreviewDone> {
    if (this.#waiting > this.#most) {
      const sentence = 'Others are importing on this server. Nothing was read. Try again in a minute.'
      return Promise.reject(new FanionError('server/unavailable', { retryAfterSeconds: 60 }, sentence))
    }
    this.#waiting += 1
    const turn = this.#queue.then(() => this.#run(job))
    this.#queue = turn.catch(() => undefined)
    return turn.finally(() => {
      this.#waiting -= 1
    })
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #run(job: PreviewJob): Promise<PreviewDone> {
    const thread = new Worker(threadFile('uploads'), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    })
    this.#threads.add(thread)
    return new Promise<PreviewDone>((resolve, reject) => {
      let late = false
      const watch = setTimeout(() => {
        late = true
        void thread.terminate()
      }, this.#ms)
      thread.once('message', (done: PreviewDone) => resolve(done))
      thread.once('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ unreadable: tooLarge })
        else reject(error)
      })
      thread.once('exit', () => {
        clearTimeout(watch)
        this.#threads.delete(thread)
        resolve({ unreadable: late ? tooLong : ended })
      })
    })
  }
}

const tooLarge = 'Reading these files takes more memory than an import may. Split them, by environment or by project.'
const tooLong = `Reading these files takes more than ${limits.importMs / 1_000} s. Split them, by environment or by project.`
const ended = 'The server stopped while it read these files. Try again.'
