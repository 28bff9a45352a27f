import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Config } from '../../config.ts'

const minuteMs = 60_000
const atMost = 100_000

/** Counts what each caller does in a while, in the memory of this server, and refuses what is over the limit. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #counts = new Map<string, number>()
  #windowEnds = 0

  /** `limit` a minute, or another while, for each caller; 0 refuses nobody. */
  constructor(limit: number, windowMs = minuteMs) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Counts so much more; `request/rate-limited` with `retryAfterSeconds` when that is over the limit. */
  take(caller: string, nowMs: number, cost = 1): void {
    this.count(caller, nowMs, cost)
    this.check(caller, nowMs)
  }

  /** Counts so much more. */
  count(caller: string, nowMs: number, cost = 1): void {
    if (this.#limit === 0) return
    this.#turn(nowMs)
    const before = this.#counts.get(caller)
    // a flood of callers must not fill the memory: who came first is forgotten first
    if (before === undefined && this.#counts.size >= atMost) this.#counts.delete(this.#counts.keys().next().value ?? '')
    this.#counts.set(caller, (before ?? 0) + cost)
  }

  /** Counts as much of `wanted` as is free still, and answers how much that is. */
  takeUpTo(caller: string, nowMs: number, wanted: number): number {
    if (this.#limit === 0) return wanted
    this.#turn(nowMs)
    const granted = Math.max(0, Math.min(wanted, this.#limit - (this.#counts.get(caller) ?? 0)))
    this.count(caller, nowMs, granted)
    return granted
  }

  /** Refuses whoever is over the limit already. */
  check(caller: string, nowMs: number): void {
    if (this.#counts.size === 0) return
    this.#turn(nowMs)
    if ((this.#counts.get(caller) ?? 0) <= this.#limit) return
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#windowEnds - nowMs) / 1_000))
    const sentence = `Too many requests. Try again in ${retryAfterSeconds} seconds.`
    throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
  }

  #turn(nowMs: number): void {
    // a clock that was set back begins another while: a caller is never counted for longer than one
    if (nowMs < this.#windowEnds && nowMs >= this.#windowEnds - this.#windowMs) return
    this.#counts.clear()
    this.#windowEnds = nowMs + this.#windowMs
  }
}

const openStreams = (held: number): string => `${held} streams are already open. Close some, or raise the limit.`

const arriving = (): string => 'Too much is still being sent from this address. Finish some of it first.'

const asking = (held: number): string =>
  `${held} requests of this address are being answered already. Wait for some of them.`

/** Counts what each caller holds at this moment, in the memory of this server. */
export class ConcurrencyLimiter {
  readonly #limit: number
  readonly #sentence: (held: number) => string
  readonly #held = new Map<string, number>()

  /** At most `limit` for each caller; 0 refuses nobody. `sentence` says what they are. */
  constructor(limit: number, sentence = openStreams) {
    this.#limit = limit
    this.#sentence = sentence
  }

  /** Holds so much more until the answer is called; `request/rate-limited` with `retryAfterSeconds` over the limit. */
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

/** The gates of one server. Addresses are counted by their network. */
export type Limiters = {
  /** What an address does, but for programs with a server key; calls by their cost. */
  readonly requests: RateLimiter
  /** The same of a person or a service token, wherever they come from. */
  readonly callers: RateLimiter
  /** What a person tells everybody in a project of the pages that they have open. */
  readonly tells: RateLimiter
  /** Requests of an address with a key that is refused. */
  readonly refusals: RateLimiter
  /** What an address does with client keys. */
  readonly clients: RateLimiter
  /** What is done with one client key, from everywhere: a stranger with it costs those of other keys nothing. */
  readonly clientKeys: RateLimiter
  /** Rows of what units were given and did, from pages: of an address, and of a client key. */
  readonly rowsOfAddress: RateLimiter
  readonly rowsOfKey: RateLimiter
  /** Bytes of an address's bodies that are still arriving: what slow ones hold is bounded. */
  readonly bodies: ConcurrencyLimiter
  /** Requests of an address, but for programs, that are being answered: what those hold who do not take it is bounded. */
  readonly underWay: ConcurrencyLimiter
  /** Streams of programs, and subscriptions of pages, by address. */
  readonly streams: ConcurrencyLimiter
  /** Streams that were opened with the tickets of one client key. */
  readonly streamsOfKey: ConcurrencyLimiter
  /** Subscriptions of one person or token. */
  readonly subscriptions: ConcurrencyLimiter
}

type Limits = Pick<Config, 'requestsPerMinute' | 'streamsPerAddress'>

/** Limiters with `requestsPerMinute` for the management API, 0 opens those of requests for good; and so many streams an address. */
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
