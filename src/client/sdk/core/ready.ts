import type { Platform } from './platform.ts'
import type { Status } from './status.ts'
import type { StatusEvents } from './status-events.ts'

/** Whether the server has answered; `reason` explains why not. */
export type Ready = { readonly ready: boolean; readonly reason: string | null }

/** `setTimeout` fires at once if its delay exceeds this. */
const longestTimerMs = 2 ** 31 - 1

/** Default timeout of `ready`, in ms. */
export const readyMs = 3_000

type Options = { readonly timeoutMs?: number }

/**
 * Waits until the connection is ready, has failed for good, or the timeout is over. Keeps the process alive until then.
 * If there is something to serve and an attempt has already failed, it returns at once: otherwise, code that waits
 * before each request would stall in an outage.
 */
export const createReady =
  (platform: Pick<Platform, 'startTimer'>, hearing: Pick<StatusEvents, 'status' | 'on'>) =>
  ({ timeoutMs = readyMs }: Options = {}): Promise<Ready> =>
    new Promise((resolve) => {
      const answer = (ready: boolean, reason: string | null) => {
        stop()
        off()
        resolve({ ready, reason })
      }
      const look = ({ state, reason }: Status, isLate?: unknown) => {
        if (state === 'ready') answer(true, null)
        else if (state === 'stale' ? isLate : state !== 'not ready') answer(false, reason)
      }
      const stop = platform.startTimer(
        () => answer(false, `not ready within ${timeoutMs / 1_000} s: ${hearing.status().reason}`),
        Math.min(timeoutMs, longestTimerMs),
        true,
      )
      const off = hearing.on('status', (status) => look(status))
      look(hearing.status(), !hearing.status().reason?.startsWith('connecting'))
    })
