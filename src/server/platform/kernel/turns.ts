import { FanionError } from '../../../shared/errors/fanion-error.ts'

type Sizes = {
  /** How many run at once, of everybody and of one caller. */
  readonly atOnce: number
  readonly atOncePerCaller: number
  /** How many wait at most, of everybody and of one caller. */
  readonly waiting: number
  readonly waitingPerCaller: number
  /** What whoever is refused is told to wait. */
  readonly retryAfterSeconds: number
}

/**
 * Lets costly work run a few at a time, callers taking turns: who comes with much waits for themselves. What does not find
 * room to wait is refused at once, with `request/rate-limited`. In the memory of this server.
 */
export class Turns {
  readonly #sizes: Sizes
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** Does it when it is the caller's turn; answers what it answers. */
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

  /** Whoever had their turn goes to the end of the row. */
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
