import type { Platform } from './platform.ts'
import type { RequestFailure } from './send-request.ts'

/** Time between two polls, in ms. Each wait varies by ±50 %, so that clients do not poll in step. */
export const pollMs = 10_000

/** After failed polls, the time between polls doubles up to this: 60 s with the variation. */
const pollMaxMs = 40_000

/**
 * Polling starts if a stream has sent nothing for this long, in ms. `firstByteEmptyMs` applies if there is no datafile
 * yet.
 */
export const firstByteMs = 5_000
export const firstByteEmptyMs = 1_500

export type Poller = {
  /** Starts polling in `afterMs`. Does nothing if it already polls. `worked`: an earlier poll has just succeeded. */
  readonly start: (afterMs: number, worked?: boolean) => void
  readonly stop: () => void
  /** Whether the last poll since `start` succeeded. */
  readonly works: () => boolean
}

/**
 * Polls until it is stopped or `poll` reports that the server rejects the key. Waits 10 s ± 50 % after a success and
 * doubles that after each failure. Discard the result of a poll if `isCurrent` returns false: a stream may have sent
 * newer data.
 */
export const createPoller = (
  { startTimer, random }: Pick<Platform, 'startTimer' | 'random'>,
  hold: () => boolean,
  poll: (isCurrent: () => boolean) => Promise<RequestFailure | null>,
): Poller => {
  // A counter of starts, so that a poll from before a stop does not schedule another one.
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
