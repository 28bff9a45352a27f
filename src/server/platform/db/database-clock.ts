import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** How often the database is asked for its time. */
const everyMs = 10_000
/** An answer that took longer says too little about the time. */
const longestAnswerMs = 2_000
/** Smaller corrections are not made: the time would jump back and forth with the answers' delays. */
const toleranceMs = 50
/** A difference that operators are told. */
const toldMs = 5_000
/** A difference beyond which this server takes no due work: something is wrong with its machine, or with the database's. */
const mostMs = 5 * 60_000

type ClockLog = {
  readonly error: (details: object, message: string) => void
  readonly warn: (details: object, message: string) => void
}

/** This machine's two clocks: the time of day, and one that is never set. Both in milliseconds. */
export type MachineClock = { readonly timeOfDay: () => number; readonly monotonic: () => number }

const thisMachine: MachineClock = { timeOfDay: () => Date.now(), monotonic: () => performance.now() }

/**
 * The time of the database, the one source of time for all servers on it. Between two readings it advances with the monotonic
 * clock, so a change to this machine's time of day has no effect. Until the first reading it is this machine's.
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

  /** Arrow function, because it is passed on as a function. */
  readonly now = (): Date => new Date(this.#time())

  /** Milliseconds by which this machine's clock is ahead of the database's; undefined before the first reading. */
  get aheadMs(): number | undefined {
    return this.#read && this.#machine.timeOfDay() - this.#time()
  }

  /** Whether the two clocks are close enough to act when something is due. False before the first reading. */
  readonly mayTakeDueWork = (): boolean => Math.abs(this.aheadMs ?? Infinity) <= mostMs

  /** Reads the time, and again every 10 s until it is closed. */
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

/** Says how far this machine's clock is from the database's, and what follows. */
function clockSentence(aheadMs: number): string {
  const apart = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  const effect =
    Math.abs(aheadMs) > mostMs
      ? 'This server takes no due work (schedules, ramps, experiments, sources, clean-up) until they agree.'
      : 'Due work goes by the database’s clock.'
  return `This machine’s clock is ${apart} the database’s. ${effect} Set both by NTP.`
}

/** The database's time, for a command that runs once. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
