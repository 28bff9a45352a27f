import { limits } from '../../../shared/limits.ts'
import { isWritable } from '../db/ping-database.ts'
import type { Db } from '../db/pool.ts'
import type { Pools } from '../db/pools.ts'
import { rejectAfter } from '../db/reject-after.ts'
import type { Log } from '../kernel/ctx.ts'
import type { EnvironmentStateCache } from '../live/environment-state-cache.ts'
import type { RevisionLogTail } from '../live/tail.ts'
import type { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'
import type { ProgramServices, Readiness } from './services.ts'

type Parts = {
  readonly pools: Pick<Pools, 'door'>
  readonly tail: Pick<RevisionLogTail, 'connected' | 'caughtUpAt'>
  readonly log: Log
  readonly kept: Pick<SnapshotCache, 'any'>
  readonly states: Pick<EnvironmentStateCache, 'any'>
}

/** The log is read every `pollMs`. The database counts as down after three missed reads. */
const awayMs = 3 * limits.pollMs

/** The readiness probes of a server with a database. */
export const serverReadiness = ({
  pools,
  tail,
  log,
  kept,
  states,
}: Parts): Pick<ProgramServices, 'readiness' | 'changesReadiness'> => {
  const state = () => ({ notifications: tail.connected, logReadAt: tail.caughtUpAt?.toISOString() ?? null })
  let logged: string | undefined
  return {
    // Must not query the database, which all servers share: if it made every server unready at once, load balancers
    // would have no server left.
    readiness: () => {
      const database = tail.caughtUpAt !== undefined && Date.now() - tail.caughtUpAt.getTime() < awayMs
      return { ready: database || states.any || kept.any, database, ...state() }
    },
    changesReadiness: async () => {
      const { database, problem } = await takesChanges(pools.door)
      // Probes run every few seconds, so a problem is logged only once.
      if (problem !== undefined && problem !== logged) log.warn({ error: problem }, 'the database takes no changes')
      logged = problem
      return { ready: database, database, ...state() }
    },
  }
}

/** Whether the database responds and accepts writes, or why not: it is down, a standby, or read-only. */
async function takesChanges(db: Db): Promise<{ database: boolean; problem?: string }> {
  try {
    if (await rejectAfter(3_000, isWritable(db))) return { database: true }
    return { database: false, problem: 'it is read-only: is DATABASE_URL the address of a standby?' }
  } catch (error) {
    return { database: false, problem: String(error) }
  }
}

/** Converts a readiness report to an HTTP response. A server that is shutting down is not ready. */
export const probeAnswer = ({ ready, ...state }: Readiness, stopping: boolean) => {
  const ok = ready && !stopping
  return { status: ok ? 200 : 503, body: { ok, ...state, stopping } }
}
