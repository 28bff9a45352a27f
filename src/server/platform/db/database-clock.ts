import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Interval between two readings of the database's time. */
const everyMs = 10_000
/** Slower responses are discarded: they say too little about the time. */
const longestAnswerMs = 2_000
/** Smaller differences are not corrected, because the time would jitter with the latency of responses. */
const toleranceMs = 50
/** Differences from this size on are logged. */
const toldMs = 5_000
/** Beyond this difference the server takes no due work: its machine or the database's is misconfigured. */
const mostMs = 5 * 60_000

type ClockLog = {
  readonly error: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
}

/** This machine's time of day and its monotonic clock, both in milliseconds. */
export type MachineClock = { readonly timeOfDay: () => number; readonly monotonic: () => number }

const thisMachine: MachineClock = { timeOfDay: () => Date.now(), monotonic: () => performance.now() }

/**
 * The database's time, the one source of time for all its servers. Between two readings it advances with the monotonic
 * clock, so changes to this machine's time of day have no effect. Before the first reading it is this machine's time.
 */
export class DatabaseClock {
  readonly #log: ClockLog
  readonly #machine: MachineClock
  #read: { readonly time: number; readonly at: number } | undefined
  #told = false
  #timer: NodeJS.Timeout | undefined

  constructor(log: ClockLog, machine = thisMachine) {
    this.#log = log
    this.#machine = machine
  }

  /** An arrow function because it is passed as a callback. */
  readonly now = (): Date => new Date(this.#time())

  /** Milliseconds by which this machine's clock is ahead of the database's; undefined before the first reading. */
  get aheadMs(): number | undefined {
    return this.#read && this.#machine.timeOfDay() - this.#time()
  }

  /** Whether the two clocks are close enough to take due work. False before the first reading. */
  readonly mayTakeDueWork = (): boolean => Math.abs(this.aheadMs ?? Infinity) <= mostMs

  /** Reads the time now and every 10 s until closed. */
  async start(db: Db): Promise<void> {
    await this.read(db)
    this.#timer ??= setInterval(() => void this.read(db).catch(() => undefined), everyMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async read(db: Db): Promise<void> {
    await db.connection().execute(async (one) => {
      const before = this.#machine.monotonic()
      const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(one)
      const after = this.#machine.monotonic()
      if (after - before > longestAnswerMs && this.#read) return
      const [at, time] = [(before + after) / 2, Number(rows[0]?.ms)]
      const uncertainMs = (after - before) / 2 + toleranceMs
      const changeMs = this.#read ? Math.abs(time - this.#read.time - (at - this.#read.at)) : Infinity
      if (changeMs > uncertainMs) this.#read = { time, at }
    })
    this.#tell()
  }

  #time(): number {
    if (!this.#read) return this.#machine.timeOfDay()
    return this.#read.time + this.#machine.monotonic() - this.#read.at
  }

  #tell(): void {
    const aheadMs = this.aheadMs ?? 0
    const isApart = Math.abs(aheadMs) > toldMs
    if (isApart && !this.#told) this.#log.error({ aheadSeconds: Math.round(aheadMs / 1_000) }, clockSentence(aheadMs))
    if (!isApart && this.#told) this.#log.warn({}, 'This machine’s clock agrees with the database’s again.')
    this.#told = isApart
  }
}

/** Describes how far this machine's clock is from the database's, and the consequence. */
function clockSentence(aheadMs: number): string {
  const apart = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  const effect =
    Math.abs(aheadMs) > mostMs
      ? 'This server takes no due work (schedules, ramps, experiments, sources, clean-up) until they agree.'
      : 'Due work goes by the database’s clock.'
  return `This machine’s clock is ${apart} the database’s. ${effect} Set both by NTP.`
}

/** Reads the database's time, for commands that run once. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
