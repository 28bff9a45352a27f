import { isDatabaseAway } from './failure.ts'

type Line = (details: object, message: string) => void
type Log = { readonly error: Line; readonly warn: Line; readonly info: Line }

/** Maximum number of distinct error messages to remember. One outage has a few. */
const mostTexts = 100

/**
 * Detects from pool errors when the database goes down and comes back. Logs one line each time and counts failures in
 * between, so that not every caller logs its own.
 */
export class DatabaseOutage {
  /** A log that suppresses lines about the outage while it lasts. */
  readonly log: Log
  readonly #log: Log
  /** When the first and the last failure occurred. Milliseconds of the monotonic clock. */
  #since: number | undefined
  #last = 0
  #unlogged = 0
  readonly #texts = new Set<string>()

  constructor(log: Log) {
    this.#log = log
    const unlessKnown =
      (line: Line): Line =>
      (details, message) => {
        if (this.#isKnown(details)) this.#unlogged += 1
        else line.call(log, details, message)
      }
    this.log = { error: unlessKnown(log.error), warn: unlessKnown(log.warn), info: log.info.bind(log) }
  }

  /** Records a failed connection or query. Errors of the query itself are ignored. */
  failed(error: unknown): void {
    if (!isDatabaseAway(error)) return
    this.#last = performance.now()
    const text = String(error)
    if (this.#texts.size < mostTexts) this.#texts.add(text)
    if (error instanceof Error) this.#texts.add(error.message)
    if (this.#since !== undefined) return
    this.#since = this.#last
    this.#log.error({ error: text }, 'the database does not answer; flags are served from memory until it does')
  }

  /** Records a successful query with its duration. */
  succeeded(durationMs: number): void {
    // A query that started before the last failure does not prove that the database is back.
    if (this.#since === undefined || performance.now() - durationMs < this.#last) return
    const seconds = Math.round((performance.now() - this.#since) / 1_000)
    this.#since = undefined
    const unlogged = this.#unlogged
    this.#unlogged = 0
    this.#texts.clear()
    this.#log.warn(
      { seconds, unlogged },
      `the database answers again after ${seconds} s; ${unlogged} failures were not logged`,
    )
  }

  #isKnown(details: object): boolean {
    if (this.#since === undefined || !('error' in details) || typeof details.error !== 'string') return false
    return this.#texts.has(details.error) || details.error.includes('the database did not answer within')
  }
}
