import { setTimeout as sleep } from 'node:timers/promises'
import { PassingStartError } from '../../../start-error.ts'
import { type Embedded, type EmbeddedOptions, notYetStarted, startEmbedded } from './start.ts'

const longestPauseMs = 5_000

/**
 * Starts the embedded PostgreSQL and restarts it in place, for as long as it takes, if it exits unexpectedly. During an
 * outage SDKs are served from memory. With `mayBe: 'away'`, a failed first start is retried in the same way.
 */
export async function superviseEmbedded(
  options: EmbeddedOptions,
  tell: (what: string) => void,
  mayBe: 'there' | 'away' = 'there',
): Promise<Embedded> {
  let current = await startEmbedded(options).catch((error: unknown) => {
    if (mayBe === 'there' || !(error instanceof PassingStartError)) throw error
    tell(error.message)
    return notYetStarted(options)
  })
  const { port, url } = current
  let stopped = false

  const keep = async (): Promise<void> => {
    await current.gone
    for (let pauseMs = 100; !stopped; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      tell(`PostgreSQL ${current.pid > 0 ? `(pid ${current.pid}) ` : ''}stopped unexpectedly. Restarting it…`)
      try {
        current = await startEmbedded({ ...options, port })
        return keep()
      } catch (error) {
        // The previous process may still be shutting down.
        tell(`PostgreSQL couldn’t start: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(pauseMs)
      }
    }
  }
  const kept = keep()

  return {
    url,
    port,
    get pid() {
      return current.pid
    },
    gone: kept,
    stop: async (mode) => {
      stopped = true
      const last = current
      await last.stop(mode)
      // A restart may have been in progress.
      if (current !== last) await current.stop(mode)
      await kept
      if (current !== last) await current.stop(mode)
    },
  }
}
