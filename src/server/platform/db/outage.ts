import { isAway } from './failure.ts'

type Line = (details: object, message: string) => void
type Log = { readonly error: Line; readonly warn: Line; readonly info: Line }

/** Texts of failures that are remembered at most; one outage has a few. */
const mostTexts = 100

/**
 * Notices when the database goes away and comes back, from what the pools meet. Logs one line each time, and counts in between: all
 * that uses the database would log each of its own failures.
 */
export class DatabaseOutage {
  /** The log without lines about the outage while it lasts. */
  readonly log: Log
  readonly #log: Log
  /** When the first failure was met, and the last. Milliseconds of the monotonic clock. */
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

  /** Notes that a connection or a query failed. Errors of the query itself are ignored. */
  failed(error: unknown): void {
    if (!isAway(error)) return
    this.#last = performance.now()
    const text = String(error)
    if (this.#texts.size < mostTexts) this.#texts.add(text)
    if (error instanceof Error) this.#texts.add(error.message)
    if (this.#since !== undefined) return
    this.#since = this.#last
    this.#log.error({ error: text }, 'the database does not answer; flags are served from memory until it does')
  }

  /** Notes that a query which took this long succeeded. */
  succeeded(durationMs: number): void {
    // an answer to a question from before the last failure does not show that it is back
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
