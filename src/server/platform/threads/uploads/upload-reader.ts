import type { ChildProcess } from 'node:child_process'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { PreviewDone, PreviewJob } from './preview-job.ts'
import { processorMs, startUploadProcess } from './start-process.ts'

type Options = {
  /** CPU time, however long that takes on a busy host. */
  readonly ms?: number
  readonly memoryBytes?: number
  readonly waiting?: number
  /** Maximum uploads read at once, each from another project. */
  readonly atOnce?: number
  /** Maximum wall time, as a multiple of `ms`. */
  readonly patience?: number
  /** Returns the CPU time of a process. Undefined if the platform does not report it. */
  readonly usedMs?: (process: ChildProcess) => Promise<number | undefined>
}

/** Maximum number of projects whose last turn is remembered. */
const mostTurns = 1_000

/** An upload waiting for a process. */
type QueuedUpload = {
  readonly project: string
  readonly begin: () => Promise<unknown>
  /** Resolves it with an error because the server is stopping. */
  readonly giveUp: () => void
}

/**
 * Reads each upload in its own process, without secrets, files or network, so that neither a malicious file nor a
 * vendor's SDK can access the server's. Projects take turns, with one upload at a time each, so one project delays
 * another by at most one upload. A process that uses too much CPU time or memory is killed, which fails only its
 * upload.
 */
export class UploadReader {
  readonly #ms: number
  readonly #memoryMb: number
  readonly #patience: number
  readonly #usedMs: NonNullable<Options['usedMs']>
  readonly #processes = new Set<ChildProcess>()
  readonly #most: number
  readonly #atOnce: number
  readonly #reading = new Set<string>()
  readonly #waiting: QueuedUpload[] = []
  /** Projects in order of their last turn, the most recent last. */
  readonly #turns = new Set<string>()
  #isClosed = false

  constructor({
    ms = limits.importMs,
    memoryBytes = limits.importMemoryBytes,
    waiting = limits.importsWaiting,
    atOnce = limits.importsAtOnce,
    patience = 10,
    usedMs = processorMs,
  }: Options = {}) {
    this.#ms = ms
    this.#memoryMb = Math.ceil(memoryBytes / 1024 / 1024)
    this.#most = waiting
    this.#atOnce = atOnce
    this.#patience = patience
    this.#usedMs = usedMs
  }

  /**
   * Returns a preview, or a message why there is none. Throws `server/unavailable` if too many uploads are waiting, of
   * the project or in total.
   */
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

  /** Starts waiting uploads, first from the project whose last turn is longest ago. */
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

  /** Ends current and waiting uploads. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { giveUp } of this.#waiting.splice(0)) giveUp()
    const exits = [...this.#processes].map((process) => new Promise((exited) => process.once('exit', exited)))
    for (const process of this.#processes) process.kill('SIGKILL')
    await Promise.all(exits)
  }

  #run(job: PreviewJob): Promise<PreviewDone> {
    const process = startUploadProcess(this.#memoryMb)
    this.#processes.add(process)
    return new Promise<PreviewDone>((resolve, reject) => {
      let late = false
      const started = performance.now()
      const check = async () => {
        const used = (await this.#usedMs(process).catch(() => undefined)) ?? Number.POSITIVE_INFINITY
        if (!this.#processes.has(process)) return
        if (used < this.#ms && performance.now() - started < this.#ms * this.#patience) {
          watch = setTimeout(() => void check(), Math.max(this.#ms - used, 100))
          return
        }
        late = true
        process.kill('SIGKILL')
      }
      let watch = setTimeout(() => void check(), this.#ms)
      process.once('message', (answer: UploadAnswer) => {
        if ('done' in answer) resolve(answer.done)
        else reject(new Error(answer.failure))
      })
      process.once('error', reject)
      process.once('exit', (_, signal) => {
        clearTimeout(watch)
        this.#processes.delete(process)
        if (late) resolve({ unreadable: tooLong })
        // Node's signal when a process runs out of memory.
        else if (signal === 'SIGABRT') resolve({ unreadable: tooLarge })
        else if (this.#isClosed) resolve({ unreadable: ended })
        else reject(new Error('the process of an upload ended without an answer'))
      })
      process.send(job)
    })
  }
}

/** The message of an upload's process: the preview, or the stack of an unexpected error. */
type UploadAnswer = { readonly done: PreviewDone } | { readonly failure: string }

const tooLarge = 'Reading these files takes more memory than an import may. Split them, by environment or by project.'
const tooLong = `Reading these files takes more than ${limits.importMs / 1_000} s of a processor. Split them, by environment or by project.`
const ended = 'The server stopped while it read these files. Try again.'
