import type { Listening } from './listening.ts'
import type { Platform } from './platform.ts'
import type { Status } from './status.ts'

/** Whether the server has answered, and if not, why. */
export type Ready = { readonly ready: boolean; readonly reason: string | null }

/** A timer that is set for longer fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** How long one waits who does not say. */
export const readyMs = 3_000

type Options = { readonly timeoutMs?: number }

/**
 * Waits until the connection is ready, can never be, or the time is out; it keeps the process alive until then. Where there
 * is something to serve and an attempt to reach the server has failed already, it answers at once: who waits before each
 * request would pay for that in an outage.
 */
export const createReady =
  (platform: Pick<Platform, 'startTimer'>, hearing: Pick<Listening, 'status' | 'on'>) =>
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
