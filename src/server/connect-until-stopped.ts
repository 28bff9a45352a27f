import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseOutage } from './platform/db/outage.ts'
import { StartError } from './start-error.ts'

/** Connects to the database until it succeeds or the server stops. Logs each new reason once. */
export async function connectUntilStopped(
  reach: () => Promise<void>,
  signal: AbortSignal,
  outage: DatabaseOutage,
): Promise<void> {
  let logged = ''
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    try {
      return await reach()
    } catch (error) {
      const message = error instanceof StartError ? error.message : String(error)
      outage.failed(error)
      if (message === logged) continue
      logged = message
      outage.log.error(
        { error: message },
        'the database cannot be used yet; programs are answered from what was kept of it',
      )
    }
  }
}
