import { FanionError } from '../../shared/errors/fanion-error.ts'
import type { Config } from '../config.ts'

const windowMs = 60_000
const atMost = 100_000

/** Counts what each caller does in a minute, in the memory of this server, and refuses what is over the limit. */
export class Gate {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #windowEnds = 0

  /** `limit` a minute for each caller; 0 refuses nobody. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts one more; `request/rate-limited` with `retryAfterSeconds` when that is over the limit. */
  take(caller: string, nowMs: number): void {
    this.count(caller, nowMs)
    this.check(caller, nowMs)
  }

  /** Counts one more. */
  count(caller: string, nowMs: number): void {
    if (this.#limit === 0) return
    this.#turn(nowMs)
    // a flood of callers must not fill the memory: forgetting them all only lets them in a little more often
    if (this.#counts.size >= atMost) this.#counts.clear()
    this.#counts.set(caller, (this.#counts.get(caller) ?? 0) + 1)
  }

  /** Refuses whoever is over the limit already. */
  check(caller: string, nowMs: number): void {
    if (this.#counts.size === 0) return
    this.#turn(nowMs)
    if ((this.#counts.get(caller) ?? 0) <= this.#limit) return
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#windowEnds - nowMs) / 1_000))
    const sentence = `Too many requests. Try again in ${retryAfterSeconds} s.`
    throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
  }

  #turn(nowMs: number): void {
    // a clock that was set back begins another minute: a caller is never counted for longer than one
    if (nowMs < this.#windowEnds && nowMs >= this.#windowEnds - windowMs) return
    this.#counts.clear()
    this.#windowEnds = nowMs + windowMs
  }
}

/** Counts what each caller holds open at this moment, in the memory of this server. */
export class Holding {
  readonly #limit: number
  readonly #held = new Map<string, number>()

  /** At most `limit` for each caller; 0 refuses nobody. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Holds one more until the answer is called; `request/rate-limited` with `retryAfterSeconds` over the limit. */
  take(caller: string): () => void {
    const held = this.#held.get(caller) ?? 0
    if (this.#limit > 0 && held >= this.#limit) {
      const sentence = `There are ${held} streams open from this address already. Close some, or raise the limit.`
      throw new FanionError('request/rate-limited', { retryAfterSeconds: windowMs / 1_000 }, sentence)
    }
    this.#held.set(caller, held + 1)
    let over = false
    return () => {
      if (over) return
      over = true
      const left = (this.#held.get(caller) ?? 1) - 1
      if (left > 0) this.#held.set(caller, left)
      else this.#held.delete(caller)
    }
  }
}

/** The gates of one server: all requests but evaluation, requests with a refused key, evaluations with a client key, streams. */
export type Gates = {
  readonly requests: Gate
  readonly refusals: Gate
  readonly clients: Gate
  readonly streams: Holding
}

type Limits = Pick<Config, 'requestsPerMinute' | 'streamsPerAddress'>

const refusalsPerMinute = 120
const clientRequestsPerMinute = 6_000

/** Gates with `requestsPerMinute` for the management API, 0 opens those of requests for good; and so many streams an address. */
export const createGates = ({ requestsPerMinute, streamsPerAddress }: Limits): Gates => ({
  requests: new Gate(requestsPerMinute),
  refusals: new Gate(requestsPerMinute && refusalsPerMinute),
  clients: new Gate(requestsPerMinute && clientRequestsPerMinute),
  streams: new Holding(streamsPerAddress),
})
