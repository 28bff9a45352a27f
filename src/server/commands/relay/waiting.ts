import { existsSync, readdirSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Log } from '../../platform/kernel/ctx.ts'

/** Something that was acknowledged, and that the upstream does not have yet. Sent again it is stored once. */
export type Waited = {
  readonly path: '/sdk/v1/events' | '/sdk/v1/telemetry'
  /** Over which way it came; a program's own has none. */
  readonly way: string | null
  /** When it was kept, in epoch ms. */
  readonly at: number
  /** JSON. */
  readonly body: string
}

/** `taken` and `refused` are final; the rest is tried again. */
export type Sent = 'taken' | 'refused' | 'away'

type Options = {
  readonly folder: string
  readonly log: Log
  readonly send: (waited: Waited) => Promise<Sent>
  readonly now: () => Date
  readonly mostBytes?: number
}

const fileBytes = 8 * 1024 * 1024
const atOnce = 8
const [leastPauseMs, mostPauseMs] = [500, 15_000]

type Append = { readonly line: string; readonly kept: (result: Promise<void>) => void }

/**
 * What a relay acknowledged while its upstream did not take it, of one environment, on disk: synced before anybody is answered, and
 * sent in the order in which it came until the upstream has it. A file goes when all in it was taken; one that was begun is sent
 * again after a crash, which the upstream stores once. Of bounded size: beyond it nothing more is acknowledged.
 */
export class Waiting {
  readonly #options: Options
  /** By number, with the bytes in each. */
  readonly #files = new Map<number, number>()
  #appends: Append[] = []
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

  /** Resolves when it is on disk. `server/unavailable` where there is no room. */
  async keep(waited: Waited): Promise<void> {
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

  /** Sends what waits, soon. */
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

  /** The upstream is there again. */
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

  /** Writes what came meanwhile with one sync, again and again until nothing did. */
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
    // never behind a line that a crash, or a full disk, cut short
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

  /** The file that this process writes to, and the last one that it no longer does. */
  #open: number | undefined
  #sealed = 0

  async #sendAll(): Promise<void> {
    while (!this.#closed) {
      const [oldest] = [...this.#files.keys()].toSorted((a, b) => a - b)
      if (oldest === undefined) return
      // whoever writes from now on writes to another
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

  /** True when the upstream has all that is in it. */
  async #sendFile(number: number): Promise<boolean> {
    const { log, now } = this.#options
    const text = await fs.readFile(this.#fileOf(number), 'utf8').catch((error: unknown) => {
      log.error({ error: String(error) }, 'what waits for the upstream cannot be read; it is tried again')
      return undefined
    })
    if (text === undefined) return false
    const all = text.split('\n').flatMap(waitedOf)
    // whoever would take it now cannot tell any more whether it had it
    const late = all.filter(({ at }) => now().getTime() - at > limits.eventsLateMs)
    if (late.length > 0) log.error({ reports: late.length }, 'what waited for the upstream for too long is dropped')
    const waiting = all.filter((one) => !late.includes(one))
    for (let from = 0; from < waiting.length; from += atOnce) {
      const sent = await Promise.all(waiting.slice(from, from + atOnce).map((one) => this.#options.send(one)))
      if (this.#closed || sent.includes('away')) return false
      const refused = sent.filter((one) => one === 'refused').length
      if (refused > 0) log.error({ reports: refused }, 'the upstream refused what programs told')
    }
    return true
  }

  #fileOf(number: number): string {
    return path.join(this.#options.folder, `${String(number).padStart(10, '0')}.jsonl`)
  }
}

/** What a line holds; nothing where it was cut short, which nobody was told is kept. */
const waitedOf = (line: string): Waited[] => {
  try {
    // written by `keep` alone
    const waited = JSON.parse(line) as Waited
    return typeof waited.body === 'string' ? [waited] : []
  } catch {
    return []
  }
}
