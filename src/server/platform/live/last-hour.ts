import type { Minute } from '../../../shared/features/status/schemas/system.ts'

const minuteMs = 60_000
const minutesKept = 60
/** More of one kind in a minute replace the first: as many say how they were spread. */
const samplesKept = 1_000
const lookEveryMs = 5_000

type Noted = {
  streams: number
  publishes: number
  refused: number
  failed: number
  readonly propagation: Samples
  readonly database: Samples
}

/** What this server does and meets, minute by minute for an hour, in its memory: as much as that and no more. */
export class LastHour {
  readonly #nowMs: () => number
  readonly #streams: () => number
  readonly #minutes = new Map<number, Noted>()
  #timer: NodeJS.Timeout | undefined
  #looking = false

  constructor(nowMs: () => number, streams: () => number) {
    this.#nowMs = nowMs
    this.#streams = streams
  }

  /** Looks every 5 seconds how many listen, and how long the database takes for `ask`. */
  start(ask: () => Promise<unknown>): void {
    this.#timer = setInterval(() => void this.#look(ask), lookEveryMs).unref()
    void this.#look(ask)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** A revision was told to everybody who listens. */
  told(publishedAt: Date): void {
    const minute = this.#now()
    minute.publishes++
    const tookMs = this.#nowMs() - publishedAt.getTime()
    // another server’s clock may be ahead; and what was published at a time of its own, as the demo is, took none
    if (tookMs < minutesKept * minuteMs) minute.propagation.add(Math.max(0, tookMs))
  }

  /** A request was answered. */
  answered(status: number): void {
    if (status >= 500) this.#now().failed++
    else if (status >= 400) this.#now().refused++
  }

  /** The minutes that something is known of, the oldest first; the last is not over. */
  minutes(): Minute[] {
    this.#now()
    return [...this.#minutes.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([minute, { propagation, database, ...counts }]) => ({
        at: new Date(minute * minuteMs).toISOString(),
        ...counts,
        propagationMs: propagation.spread(),
        databaseMs: database.spread(),
      }))
  }

  async #look(ask: () => Promise<unknown>): Promise<void> {
    const minute = this.#now()
    minute.streams = Math.max(minute.streams, this.#streams())
    if (this.#looking) return
    this.#looking = true
    const begun = performance.now()
    // one that is away says nothing: a gap
    await ask().then(
      () => this.#now().database.add(performance.now() - begun),
      () => undefined,
    )
    this.#looking = false
  }

  #now(): Noted {
    const now = Math.floor(this.#nowMs() / minuteMs)
    const there = this.#minutes.get(now)
    if (there) return there
    // a clock that was set back leaves none that is still to come
    for (const minute of this.#minutes.keys())
      if (minute <= now - minutesKept || minute > now) this.#minutes.delete(minute)
    const streams = this.#streams()
    const fresh = { streams, publishes: 0, refused: 0, failed: 0, propagation: new Samples(), database: new Samples() }
    this.#minutes.set(now, fresh)
    return fresh
  }
}

/** Times of one minute, in ms. */
class Samples {
  readonly #ms: number[] = []
  #seen = 0

  add(ms: number): void {
    this.#ms[this.#seen % samplesKept] = ms
    this.#seen++
  }

  spread(): { p50: number; p99: number } | null {
    if (this.#ms.length === 0) return null
    const sorted = this.#ms.toSorted((a, b) => a - b)
    const at = (share: number) => {
      const ms = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
      return Math.round(ms * 10) / 10
    }
    return { p50: at(0.5), p99: at(0.99) }
  }
}
