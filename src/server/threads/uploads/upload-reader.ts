import { Worker } from 'node:worker_threads'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { threadFile } from '../thread-file.ts'
import type { PreviewDone, PreviewJob } from './preview-job.ts'

type Options = {
  /** Of the processor, however long that takes on a busy host. */
  readonly ms?: number
  readonly memoryBytes?: number
  readonly waiting?: number
  /** So many times that long it may take in all. */
  readonly patience?: number
  /** How much of the processor a thread used; undefined where the run time does not tell. */
  readonly usedMs?: (thread: Worker) => Promise<number | undefined>
}

const processorMs = async (thread: Worker): Promise<number | undefined> => {
  // since Node.js 24.6
  const { cpuUsage } = thread as Partial<Pick<Worker, 'cpuUsage'>>
  const used = await cpuUsage?.call(thread)
  return used === undefined ? undefined : (used.user + used.system) / 1_000
}

/**
 * Reads what strangers wrote in a thread of its own, one upload after the other, so that the event loop never waits for it.
 * A thread that takes too much of the processor, or of memory, is ended; that fails its upload, and nothing else.
 */
export class UploadReader {
  readonly #ms: number
  readonly #memoryMb: number
  readonly #most: number
  readonly #patience: number
  readonly #usedMs: NonNullable<Options['usedMs']>
  readonly #threads = new Set<Worker>()
  #queue: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({
    ms = limits.importMs,
    memoryBytes = limits.importMemoryBytes,
    waiting = limits.importsWaiting,
    patience = 10,
    usedMs = processorMs,
  }: Options = {}) {
    this.#ms = ms
    this.#memoryMb = Math.ceil(memoryBytes / 1024 / 1024)
    this.#most = waiting
    this.#patience = patience
    this.#usedMs = usedMs
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
      const started = performance.now()
      let watch: NodeJS.Timeout
      const look = async () => {
        const used = (await this.#usedMs(thread).catch(() => undefined)) ?? Number.POSITIVE_INFINITY
        if (!this.#threads.has(thread)) return
        if (used < this.#ms && performance.now() - started < this.#ms * this.#patience) {
          watch = setTimeout(() => void look(), Math.max(this.#ms - used, 100))
          return
        }
        late = true
        await thread.terminate()
      }
      watch = setTimeout(() => void look(), this.#ms)
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
const tooLong = `Reading these files takes more than ${limits.importMs / 1_000} s of a processor. Split them, by environment or by project.`
const ended = 'The server stopped while it read these files. Try again.'
