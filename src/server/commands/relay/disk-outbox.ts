import { existsSync, readdirSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Log } from '../../platform/kernel/ctx.ts'

/** An acknowledged report that the upstream does not have yet. Sending it again is idempotent. */
export type PendingReport = {
  readonly path: '/sdk/v1/events' | '/sdk/v1/telemetry'
  /** How the report arrived. Null if an SDK sent it with a server key. */
  readonly way: string | null
  /** When the report was stored, in epoch ms. */
  readonly at: number
  /** JSON. */
  readonly body: string
}

/** `taken` and `refused` are final; `away` is retried. */
export type SendResult = 'taken' | 'refused' | 'away'

type Options = {
  readonly folder: string
  readonly log: Log
  readonly send: (waited: PendingReport) => Promise<SendResult>
  readonly now: () => Date
  readonly mostBytes?: number
}

const fileBytes = 8 * 1024 * 1024
const atOnce = 8
const [leastPauseMs, mostPauseMs] = [500, 15_000]

type OutboxAppend = { readonly line: string; readonly kept: (result: Promise<void>) => void }

/**
 * Queue on disk for the acknowledged reports of one environment that the upstream has not accepted. Reports are synced
 * before they are acknowledged, and sent in order. A file is removed when all of its reports were accepted; after a
 * crash it is sent again, which is idempotent. The size is limited: when it is full, reports are no longer
 * acknowledged.
 */
export class DiskOutbox {
  readonly #options: Options
  /** Bytes of each file, by number. */
  readonly #files = new Map<number, number>()
  #appends: OutboxAppend[] = []
  #unwritten = 0
  #appending: Promise<void> | undefined
  #writing: Promise<void> | undefined
  #sending: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #pauseMs = leastPauseMs
  #closed = false

  constructor(options: Options) {
    this.#options = options
    const { folder } = options
    if (!existsSync(folder)) return
    for (const name of readdirSync(folder)) {
      const number = /^(\d{10})\.jsonl$/.exec(name)?.[1]
      if (number !== undefined) this.#files.set(Number(number), statSync(path.join(folder, name)).size)
    }
  }

  get bytes(): number {
    let bytes = 0
    for (const size of this.#files.values()) bytes += size
    return bytes
  }

  /** Resolves when the report is on disk. Throws `server/unavailable` if the queue is full. */
  async keep(waited: PendingReport): Promise<void> {
    const line = `${JSON.stringify(waited)}\n`
    const size = Buffer.byteLength(line)
    const { mostBytes = limits.relayWaitingBytes } = this.#options
    if (this.#closed || this.bytes + this.#unwritten + size > mostBytes) {
      const sentence = 'This relay can’t reach its upstream, and has no room for more until it does.'
      throw new FanionError('server/unavailable', { retryAfterSeconds: 30 }, sentence)
    }
    const kept = new Promise<void>((resolve) => this.#appends.push({ line, kept: resolve }))
    this.#unwritten += size
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    await kept
    this.wake()
  }

  /** Starts sending queued reports. */
  wake(): void {
    if (this.#closed || this.#files.size === 0 || this.#sending || this.#timer) return
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined
      if (this.#closed || this.#files.size === 0) return
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.wake()
      }, this.#pauseMs).unref()
    })
  }

  /** Called when the upstream is back: retries without delay. */
  hurry(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pauseMs = leastPauseMs
    this.wake()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#writing
    await this.#sending
  }

  /** Writes all pending reports with one sync, until none are left. */
  async #write(): Promise<void> {
    while (this.#appends.length > 0) {
      const taken = this.#appends
      this.#appends = []
      const text = taken.map(({ line }) => line).join('')
      const written = this.#append(text).finally(() => {
        this.#unwritten -= Buffer.byteLength(text)
      })
      for (const { kept } of taken) kept(written)
      this.#appending = written.catch((error: unknown) =>
        this.#options.log.error({ error: String(error) }, 'what programs tell cannot be kept on disk'),
      )
      await this.#appending
    }
  }

  async #append(text: string): Promise<void> {
    const { folder } = this.#options
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    const newest = Math.max(0, ...this.#files.keys())
    // Never appends after a line that a crash or a full disk cut short.
    const isOpen = this.#open === newest && newest > this.#sealed && (this.#files.get(newest) ?? 0) < fileBytes
    const number = isOpen ? newest : Math.max(newest, this.#sealed) + 1
    this.#open = undefined
    const handle = await fs.open(this.#fileOf(number), 'a', 0o600)
    try {
      await handle.writeFile(text)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    this.#files.set(number, (this.#files.get(number) ?? 0) + Buffer.byteLength(text))
    this.#open = number
  }

  /** The file that this process appends to, and the last one it no longer appends to. */
  #open: number | undefined
  #sealed = 0

  async #sendAll(): Promise<void> {
    while (!this.#closed) {
      const [oldest] = [...this.#files.keys()].toSorted((a, b) => a - b)
      if (oldest === undefined) return
      // New reports go to another file from now on.
      this.#sealed = oldest
      await this.#appending
      if (!(await this.#sendFile(oldest))) {
        this.#pauseMs = Math.min(mostPauseMs, this.#pauseMs * 2)
        return
      }
      this.#pauseMs = leastPauseMs
      await fs.rm(this.#fileOf(oldest), { force: true })
      this.#files.delete(oldest)
    }
  }

  /** Returns true if the upstream has all of its reports. */
  async #sendFile(number: number): Promise<boolean> {
    const { log, now } = this.#options
    const text = await fs.readFile(this.#fileOf(number), 'utf8').catch((error: unknown) => {
      log.error({ error: String(error) }, 'what waits for the upstream cannot be read; it is tried again')
      return undefined
    })
    if (text === undefined) return false
    const all = text.split('\n').flatMap(waitedOf)
    // The upstream could no longer detect duplicates of reports this old.
    const late = all.filter(({ at }) => now().getTime() - at > limits.eventsLateMs)
    if (late.length > 0) log.error({ reports: late.length }, 'what waited for the upstream for too long is dropped')
    const waiting = all.filter((one) => !late.includes(one))
    for (let from = 0; from < waiting.length; from += atOnce) {
      const sent = await Promise.all(waiting.slice(from, from + atOnce).map((one) => this.#options.send(one)))
      if (this.#closed || sent.includes('away')) return false
      const refused = sent.filter((one) => one === 'refused').length
      if (refused > 0) log.error({ reports: refused }, 'the upstream rejected reports of applications')
    }
    return true
  }

  #fileOf(number: number): string {
    return path.join(this.#options.folder, `${String(number).padStart(10, '0')}.jsonl`)
  }
}

/** Parses a line. A truncated line is skipped: it was never acknowledged. */
const waitedOf = (line: string): PendingReport[] => {
  try {
    // Safe cast: only `keep` writes these lines.
    const waited = JSON.parse(line) as PendingReport
    return typeof waited.body === 'string' ? [waited] : []
  } catch {
    return []
  }
}
