import type { Failure } from './exchange.ts'
import type { Platform } from './platform.ts'

/** Time between two polls. Each wait is spread by ±50 %, so that clients don't poll in step. */
export const pollMs = 10_000

/** While polls fail too, the time between them doubles up to this, which is 60 s with the spread. */
const pollMaxMs = 40_000

/** Polling starts if a stream has sent nothing for this long; sooner if there is nothing to evaluate with yet. */
export const firstByteMs = 5_000
export const firstByteEmptyMs = 1_500

export type Poller = {
  /** Starts polling in `afterMs`. Does nothing if it already polls. `worked`: a poll just before succeeded. */
  readonly start: (afterMs: number, worked?: boolean) => void
  readonly stop: () => void
  /** Whether the last poll since `start` succeeded. */
  readonly works: () => boolean
}

/**
 * Polls until it is stopped or `poll` reports that the server refuses the key. Waits 10 s ± 50 % after a success and doubles
 * that after each failure. What `poll` finds must not be used unless `isCurrent` still holds: a stream may have brought newer.
 */
export const createPoller = (
  { startTimer, random }: Pick<Platform, 'startTimer' | 'random'>,
  hold: () => boolean,
  poll: (isCurrent: () => boolean) => Promise<Failure | null>,
): Poller => {
  // A number of its own for each start, so that a poll from before a stop doesn't schedule another one.
  let started = 0
  let isActive = false
  let works = false
  let waitMs = pollMs
  let stopTimer = () => {}

  const run = async (mine: number) => {
    const isCurrent = () => isActive && mine === started
    const failure = await poll(isCurrent)
    if (!isCurrent()) return
    works = failure === null
    if (failure?.kind === 'refused') return
    waitMs = works ? pollMs : Math.min(waitMs * 2, pollMaxMs)
    schedule(mine, waitMs * (0.5 + random()))
  }
  const schedule = (mine: number, afterMs: number) => {
    stopTimer = startTimer(() => void run(mine), afterMs, hold())
  }

  return {
    start: (afterMs, worked = false) => {
      if (isActive) return
      isActive = true
      works = worked
      waitMs = pollMs
      started += 1
      schedule(started, afterMs)
    },
    stop: () => {
      isActive = false
      works = false
      stopTimer()
    },
    works: () => works,
  }
}
