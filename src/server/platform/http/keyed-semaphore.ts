import { FanionError } from '../../../shared/errors/fanion-error.ts'

type WaitingCall = { readonly go: () => void; readonly timer: NodeJS.Timeout }
type SemaphoreQueue = { busy: number; readonly waiting: WaitingCall[] }

/**
 * Limits how many calls with the same key run at once. The others wait in order, in memory and without a database
 * connection, so that calls waiting for a lock in one project leave connections to all others.
 */
export class KeyedSemaphore {
  readonly #atOnce: number
  readonly #longestMs: number
  readonly #longest: number
  readonly #lines = new Map<string, SemaphoreQueue>()

  /** `longestMs` is the maximum time to wait, `longest` the maximum length of a queue. */
  constructor(atOnce: number, longestMs: number, longest: number) {
    this.#atOnce = atOnce
    this.#longestMs = longestMs
    this.#longest = longest
  }

  /**
   * Runs `act` in turn. Throws `server/unavailable` without running it if the queue is too long or the wait takes too
   * long.
   */
  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    await this.#enter(key)
    try {
      return await act()
    } finally {
      this.#leave(key)
    }
  }

  #enter(key: string): Promise<void> | undefined {
    const line = this.#lines.get(key) ?? { busy: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.busy < this.#atOnce) {
      line.busy++
      return undefined
    }
    if (line.waiting.length >= this.#longest) throw tooMany()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1)
        reject(tooMany())
      }, this.#longestMs)
      const waiting = { go: resolve, timer }
      line.waiting.push(waiting)
    })
  }

  #leave(key: string): void {
    const line = this.#lines.get(key)
    const next = line?.waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      return next.go()
    }
    if (line && --line.busy === 0) this.#lines.delete(key)
  }
}

const tooMany = () =>
  new FanionError(
    'server/unavailable',
    { retryAfterSeconds: 2 },
    'Others are changing this project, and it takes too long. Nothing was changed. Try again in a moment.',
  )
