import type { Minute } from '../../../shared/features/status/schemas/system.ts'

const minuteMs = 60_000
const minutesKept = 60
/** Maximum samples of one kind per minute: enough for the distribution. Later ones replace the oldest. */
const samplesKept = 1_000
const lookEveryMs = 5_000

type MinuteMetrics = {
  streams: number
  publishes: number
  refused: number
  failed: number
  readonly propagation: Samples
  readonly database: Samples
}

/** Metrics of this server for each minute of the last hour, in bounded memory. */
export class LastHourMetrics {
  readonly #nowMs: () => number
  readonly #streams: () => number
  readonly #minutes = new Map<number, MinuteMetrics>()
  #timer: NodeJS.Timeout | undefined
  #looking = false

  constructor(nowMs: () => number, streams: () => number) {
    this.#nowMs = nowMs
    this.#streams = streams
  }

  /** Samples the number of streams and the latency of `ask` every 5 seconds. */
  start(ask: () => Promise<unknown>): void {
    this.#timer = setInterval(() => void this.#look(ask), lookEveryMs).unref()
    void this.#look(ask)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Records a revision that was sent to all subscribers. */
  told(publishedAt: Date): void {
    const minute = this.#now()
    minute.publishes++
    const tookMs = this.#nowMs() - publishedAt.getTime()
    // Another server's clock may be ahead; and revisions with an artificial time, as in the demo, have no meaningful
    // delay.
    if (tookMs < minutesKept * minuteMs) minute.propagation.add(Math.max(0, tookMs))
  }

  answered(status: number): void {
    if (status >= 500) this.#now().failed++
    else if (status >= 400) this.#now().refused++
  }

  /** The minutes with data, oldest first. The last one is not complete. */
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
    // An outage leaves a gap.
    await ask().then(
      () => this.#now().database.add(performance.now() - begun),
      () => undefined,
    )
    this.#looking = false
  }

  #now(): MinuteMetrics {
    const now = Math.floor(this.#nowMs() / minuteMs)
    const there = this.#minutes.get(now)
    if (there) return there
    // If the clock was set back, minutes in the future are removed.
    for (const minute of this.#minutes.keys())
      if (minute <= now - minutesKept || minute > now) this.#minutes.delete(minute)
    const streams = this.#streams()
    const fresh = { streams, publishes: 0, refused: 0, failed: 0, propagation: new Samples(), database: new Samples() }
    this.#minutes.set(now, fresh)
    return fresh
  }
}

/** Durations of one minute, in ms. */
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
