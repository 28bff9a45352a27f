import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Config } from '../../config.ts'

const minuteMs = 60_000
const atMost = 100_000

/** Counts the requests of each caller per time window, in this server's memory, and rejects those over the limit. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #counts = new Map<string, number>()
  #windowEnds = 0

  /** Allows `limit` units per caller and window, by default a minute. 0 means no limit. */
  constructor(limit: number, windowMs = minuteMs) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Counts `cost` units. Throws `request/rate-limited` with `retryAfterSeconds` if the caller is over the limit. */
  take(caller: string, nowMs: number, cost = 1): void {
    this.count(caller, nowMs, cost)
    this.check(caller, nowMs)
  }

  /** Counts without checking the limit. */
  count(caller: string, nowMs: number, cost = 1): void {
    if (this.#limit === 0) return
    this.#turn(nowMs)
    const before = this.#counts.get(caller)
    // Bounds memory if there are many callers: the first entry is evicted.
    if (before === undefined && this.#counts.size >= atMost) this.#counts.delete(this.#counts.keys().next().value ?? '')
    this.#counts.set(caller, (before ?? 0) + cost)
  }

  /** Takes as much of `wanted` as the limit still allows, and returns that amount. */
  takeUpTo(caller: string, nowMs: number, wanted: number): number {
    if (this.#limit === 0) return wanted
    this.#turn(nowMs)
    const granted = Math.max(0, Math.min(wanted, this.#limit - (this.#counts.get(caller) ?? 0)))
    this.count(caller, nowMs, granted)
    return granted
  }

  /** Throws if the caller is already over the limit. */
  check(caller: string, nowMs: number): void {
    if (this.#counts.size === 0) return
    this.#turn(nowMs)
    if ((this.#counts.get(caller) ?? 0) <= this.#limit) return
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#windowEnds - nowMs) / 1_000))
    const sentence = `Too many requests. Try again in ${retryAfterSeconds} seconds.`
    throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
  }

  #turn(nowMs: number): void {
    // If the clock was set back, a new window starts, so that no caller is counted for longer than one window.
    if (nowMs < this.#windowEnds && nowMs >= this.#windowEnds - this.#windowMs) return
    this.#counts.clear()
    this.#windowEnds = nowMs + this.#windowMs
  }
}

const openStreams = (held: number): string => `${held} streams are already open. Close some, or raise the limit.`

const arriving = (): string => 'Too much is still being sent from this address. Finish some of it first.'

const asking = (held: number): string =>
  `${held} requests of this address are being answered already. Wait for some of them.`

/** Counts what each caller uses at the moment, in this server's memory. */
export class ConcurrencyLimiter {
  readonly #limit: number
  readonly #sentence: (held: number) => string
  readonly #held = new Map<string, number>()

  /** Allows `limit` units per caller. 0 means no limit. `sentence` is the error message. */
  constructor(limit: number, sentence = openStreams) {
    this.#limit = limit
    this.#sentence = sentence
  }

  /**
   * Takes `amount` units until the returned function is called. Throws `request/rate-limited` with `retryAfterSeconds`
   * over the limit.
   */
  take(caller: string, amount = 1): () => void {
    const held = this.#held.get(caller) ?? 0
    if (this.#limit > 0 && held + amount > this.#limit) {
      throw new FanionError('request/rate-limited', { retryAfterSeconds: minuteMs / 1_000 }, this.#sentence(held))
    }
    this.#held.set(caller, held + amount)
    let over = false
    return () => {
      if (over) return
      over = true
      const left = (this.#held.get(caller) ?? amount) - amount
      if (left > 0) this.#held.set(caller, left)
      else this.#held.delete(caller)
    }
  }
}

/** The rate limiters of one server. Addresses are counted by their network. */
export type Limiters = {
  /** Requests of an address, except those with a server key. Calls count by their cost. */
  readonly requests: RateLimiter
  /** Like the address limit, for a user or service token from any address. */
  readonly callers: RateLimiter
  /** Presence messages of a user to everyone in a project. */
  readonly tells: RateLimiter
  /** Requests of an address with a rejected key. */
  readonly refusals: RateLimiter
  /** Requests of an address with client keys. */
  readonly clients: RateLimiter
  /** Counted per client key across all addresses, so that abuse of one key cannot exhaust another's budget. */
  readonly clientKeys: RateLimiter
  /** Rows of events and exposures from pages, per address and per client key. */
  readonly rowsOfAddress: RateLimiter
  readonly rowsOfKey: RateLimiter
  /** Bytes of request bodies of an address that are still arriving. Bounds the memory that slow uploads use. */
  readonly bodies: ConcurrencyLimiter
  /** Requests of an address that are being answered, except those of SDKs. Bounds the memory that slow readers use. */
  readonly underWay: ConcurrencyLimiter
  /** SDK streams and page subscriptions per address. */
  readonly streams: ConcurrencyLimiter
  /** Streams opened with tickets of one client key. */
  readonly streamsOfKey: ConcurrencyLimiter
  /** Subscriptions of one user or token. */
  readonly subscriptions: ConcurrencyLimiter
}

type Limits = Pick<Config, 'requestsPerMinute' | 'streamsPerAddress'>

/** Creates the limiters. `requestsPerMinute` is the limit of the management API; 0 disables all request limits. */
export const createLimiters = ({ requestsPerMinute, streamsPerAddress }: Limits): Limiters => {
  const unlessOpen = (limit: number) => (requestsPerMinute === 0 ? 0 : limit)
  return {
    requests: new RateLimiter(requestsPerMinute),
    callers: new RateLimiter(requestsPerMinute),
    tells: new RateLimiter(unlessOpen(limits.presenceTellsPerMinute)),
    refusals: new RateLimiter(unlessOpen(limits.refusalsPerMinute)),
    clients: new RateLimiter(unlessOpen(limits.clientUnitsPerAddress)),
    clientKeys: new RateLimiter(unlessOpen(limits.clientUnitsPerKey)),
    rowsOfAddress: new RateLimiter(limits.clientRowsPerAddress),
    rowsOfKey: new RateLimiter(limits.clientRowsPerKey),
    bodies: new ConcurrencyLimiter(unlessOpen(limits.arrivingBytesPerAddress), arriving),
    underWay: new ConcurrencyLimiter(unlessOpen(limits.requestsUnderWay), asking),
    streams: new ConcurrencyLimiter(streamsPerAddress),
    streamsOfKey: new ConcurrencyLimiter(streamsPerAddress && limits.clientStreamsPerKey),
    subscriptions: new ConcurrencyLimiter(streamsPerAddress && limits.subscriptionsPerCaller),
  }
}
