import { FanionError } from '../../../shared/errors/fanion-error.ts'

type FairQueueLimits = {
  /** Maximum running at once, in total and per caller. */
  readonly atOnce: number
  readonly atOncePerCaller: number
  /** Maximum waiting, in total and per caller. */
  readonly waiting: number
  readonly waitingPerCaller: number
  /** Sent to rejected callers. */
  readonly retryAfterSeconds: number
}

/**
 * Fair queue for expensive work: runs a few items at a time, round-robin by caller, so that a caller with many items
 * delays only themselves. If the queue is full, throws `request/rate-limited` immediately. Per server, in memory.
 */
export class FairQueue {
  readonly #sizes: FairQueueLimits
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(sizes: FairQueueLimits) {
    this.#sizes = sizes
  }

  /** Runs `act` when it is the caller's turn and returns its result. */
  async run<T>(caller: string, act: () => Promise<T>): Promise<T> {
    if (!this.#mayStart(caller)) await this.#wait(caller)
    else this.#start(caller)
    try {
      return await act()
    } finally {
      this.#end(caller)
    }
  }

  #mayStart(caller: string): boolean {
    const { atOnce, atOncePerCaller } = this.#sizes
    return this.#running < atOnce && (this.#runningOf.get(caller) ?? 0) < atOncePerCaller
  }

  #wait(caller: string): Promise<void> {
    const { waiting, waitingPerCaller, retryAfterSeconds } = this.#sizes
    const queue = this.#queues.get(caller) ?? []
    if (this.#waiting >= waiting || queue.length >= waitingPerCaller) {
      const sentence = `Too much is asked at once. Try again in ${retryAfterSeconds} s.`
      throw new FanionError('request/rate-limited', { retryAfterSeconds }, sentence)
    }
    this.#queues.set(caller, queue)
    this.#waiting++
    return new Promise((resolve) => queue.push(resolve))
  }

  #start(caller: string): void {
    this.#running++
    this.#runningOf.set(caller, (this.#runningOf.get(caller) ?? 0) + 1)
  }

  #end(caller: string): void {
    this.#running--
    const left = (this.#runningOf.get(caller) ?? 1) - 1
    if (left > 0) this.#runningOf.set(caller, left)
    else this.#runningOf.delete(caller)
    this.#next()
  }

  /** Moves a caller who had their turn to the end of the queue. */
  #next(): void {
    for (const [caller, queue] of this.#queues) {
      if (!this.#mayStart(caller)) continue
      const go = queue.shift()
      this.#queues.delete(caller)
      if (queue.length > 0) this.#queues.set(caller, queue)
      if (!go) continue
      this.#waiting--
      this.#start(caller)
      go()
      return
    }
  }
}
