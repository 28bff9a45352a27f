import type { Hearing } from './hearing.ts'
import type { Platform } from './platform.ts'
import type { Status } from './status.ts'

/** Whether the server has answered, and if not, why. */
export type Ready = { readonly ready: boolean; readonly reason: string | null }

/** A timer that is set for longer fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** Resolves once the connection is ready, can never be, or the time is out. It keeps the process alive until then. */
export const whenReady = (
  platform: Pick<Platform, 'startTimer'>,
  hearing: Pick<Hearing, 'status' | 'on'>,
  timeoutMs: number,
): Promise<Ready> =>
  new Promise((resolve) => {
    const answer = (ready: boolean, reason: string | null) => {
      stop()
      off()
      resolve({ ready, reason })
    }
    const look = ({ state, reason }: Status) => {
      if (state === 'ready') answer(true, null)
      else if (state !== 'stale' && state !== 'not ready') answer(false, reason)
    }
    const stop = platform.startTimer(
      () => answer(false, `not ready within ${timeoutMs / 1_000} s: ${hearing.status().reason}`),
      Math.min(timeoutMs, longestTimerMs),
      true,
    )
    const off = hearing.on('status', look)
    look(hearing.status())
  })
