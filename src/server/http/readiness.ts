import { limits } from '../../shared/limits.ts'
import { isWritable } from '../db/answers.ts'
import type { Db } from '../db/pool.ts'
import type { Pools } from '../db/pools.ts'
import { within } from '../db/within.ts'
import type { KeptState } from '../kept/kept-state.ts'
import type { Log } from '../kernel/ctx.ts'
import type { States } from '../live/states.ts'
import type { Tail } from '../live/tail.ts'
import type { ProgramServices, Readiness } from './services.ts'

type Parts = {
  readonly pools: Pick<Pools, 'door'>
  readonly tail: Pick<Tail, 'connected' | 'caughtUpAt'>
  readonly log: Log
  readonly kept: Pick<KeptState, 'any'>
  readonly states: Pick<States, 'any'>
}

/** The log is read every `pollMs`; after three times as long without it the database counts as away. */
const awayMs = 3 * limits.pollMs

/** The two probes of a server with a database. */
export const serverReadiness = ({
  pools,
  tail,
  log,
  kept,
  states,
}: Parts): Pick<ProgramServices, 'readiness' | 'changesReadiness'> => {
  const state = () => ({ notifications: tail.connected, logReadAt: tail.caughtUpAt?.toISOString() ?? null })
  return {
    // Must not query the database, which all servers share: if every server left its proxy, nobody would be served.
    readiness: () => {
      const database = tail.caughtUpAt !== undefined && Date.now() - tail.caughtUpAt.getTime() < awayMs
      return { ready: database || states.any || kept.any, database, ...state() }
    },
    changesReadiness: async () => {
      const database = await takesChanges(pools.door, log)
      return { ready: database, database, ...state() }
    },
  }
}

/** Whether the database answers and can be written to: not a standby, and not read-only. */
async function takesChanges(db: Db, log: Log): Promise<boolean> {
  try {
    if (await within(3_000, isWritable(db))) return true
    log.warn({}, 'the database is read-only: is DATABASE_URL the address of a standby?')
  } catch (error) {
    log.warn({ error: String(error) }, 'the database does not answer')
  }
  return false
}

/** A readiness report as an HTTP answer; a server that drains is not ready. */
export const probeAnswer = ({ ready, ...state }: Readiness, stopping: boolean) => {
  const ok = ready && !stopping
  return { status: ok ? 200 : 503, body: { ok, ...state, stopping } }
}
