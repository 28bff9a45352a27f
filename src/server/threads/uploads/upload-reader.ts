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
  /** Uploads that are read at the same time, each of another project. */
  readonly threads?: number
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

/** Projects whose last turn is remembered. */
const mostTurns = 1_000

/** An upload that waits for a thread. */
type Waiting = {
  readonly project: string
  readonly begin: () => Promise<unknown>
  /** Answers that the server stopped. */
  readonly giveUp: () => void
}

/**
 * Reads what strangers wrote in threads of their own, so that the event loop never waits for it. Of each project one upload is read
 * at a time, and projects take turns: the uploads of one hold up those of another by a single one.
 * A thread that takes too much of the processor, or of memory, is ended; that fails its upload, and nothing else.
 */
export class UploadReader {
  readonly #ms: number
  readonly #memoryMb: number
  readonly #patience: number
  readonly #usedMs: NonNullable<Options['usedMs']>
  readonly #threads = new Set<Worker>()
  readonly #most: number
  readonly #atOnce: number
  readonly #reading = new Set<string>()
  readonly #waiting: Waiting[] = []
  /** Projects by their last turn, the latest last. */
  readonly #turns = new Set<string>()
  #isClosed = false

  constructor({
    ms = limits.importMs,
    memoryBytes = limits.importMemoryBytes,
    waiting = limits.importsWaiting,
    threads = limits.importThreads,
    patience = 10,
    usedMs = processorMs,
  }: Options = {}) {
    this.#ms = ms
    this.#memoryMb = Math.ceil(memoryBytes / 1024 / 1024)
    this.#most = waiting
    this.#atOnce = threads
    this.#patience = patience
    this.#usedMs = usedMs
  }

  /** A preview, or a sentence why there is none. Refuses with `server/unavailable` if too many uploads of the project wait, or of all. */
  preview(job: PreviewJob, project: string): Promise<PreviewDone> {
    const ofProject = this.#waiting.filter((one) => one.project === project).length
    if (ofProject >= this.#most || this.#waiting.length >= this.#most * limits.importingProjects) {
      const sentence = 'Others are importing on this server. Nothing was read. Try again in a minute.'
      return Promise.reject(new FanionError('server/unavailable', { retryAfterSeconds: 60 }, sentence))
    }
    return new Promise((resolve, reject) => {
      const begin = () => this.#run(job).then(resolve, reject)
      this.#waiting.push({ project, begin, giveUp: () => resolve({ unreadable: ended }) })
      this.#next()
    })
  }

  /** Begins what may begin, first of the project whose turn is longest ago. */
  #next(): void {
    while (!this.#isClosed && this.#reading.size < this.#atOnce) {
      const order = [...this.#turns]
      const ready = this.#waiting.filter(({ project }) => !this.#reading.has(project))
      const [next] = ready.toSorted((a, b) => order.indexOf(a.project) - order.indexOf(b.project))
      if (next === undefined) return
      const { project, begin } = next
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#turns.delete(project)
      this.#turns.add(project)
      const [oldest = project] = this.#turns
      if (this.#turns.size > mostTurns) this.#turns.delete(oldest)
      this.#reading.add(project)
      void begin().finally(() => {
        this.#reading.delete(project)
        this.#next()
      })
    }
  }

  /** Ends what is under way, and what waits. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { giveUp } of this.#waiting.splice(0)) giveUp()
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #run(job: PreviewJob): Promise<PreviewDone> {
    const thread = new Worker(threadFile('uploads'), {
      workerData: job,
      // the SDKs of vendors have no use for the settings of the server
      env: {},
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
