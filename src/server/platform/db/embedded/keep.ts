import { setTimeout as sleep } from 'node:timers/promises'
import { PassingStartError } from '../../../start-error.ts'
import { type Embedded, type EmbeddedOptions, notYetStarted, startEmbedded } from './start.ts'

const longestPauseMs = 5_000

/**
 * Starts a PostgreSQL of our own and keeps it: one that ends though nobody stopped it is started again where it was, for
 * as long as that takes. Meanwhile programs are served from memory, and people are told that the database is away. Where
 * it may be `away` at first, one that cannot be started yet is tried again in the same way.
 */
export async function keepEmbedded(
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
        // a process of the one before may still be ending
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
      // one that was being started meanwhile
      if (current !== last) await current.stop(mode)
      await kept
      if (current !== last) await current.stop(mode)
    },
  }
}
