import { limits } from '../../../shared/limits.ts'
import { isWritable } from '../db/answers.ts'
import type { Db } from '../db/pool.ts'
import type { Pools } from '../db/pools.ts'
import { within } from '../db/within.ts'
import type { Log } from '../kernel/ctx.ts'
import type { States } from '../live/states.ts'
import type { Tail } from '../live/tail.ts'
import type { KeptState } from '../snapshot-cache/kept-state.ts'
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
  let logged: string | undefined
  return {
    // Must not query the database, which all servers share: if every server left its proxy, nobody would be served.
    readiness: () => {
      const database = tail.caughtUpAt !== undefined && Date.now() - tail.caughtUpAt.getTime() < awayMs
      return { ready: database || states.any || kept.any, database, ...state() }
    },
    changesReadiness: async () => {
      const { database, problem } = await takesChanges(pools.door)
      // a probe comes every few seconds: what is already in the log is not repeated
      if (problem !== undefined && problem !== logged) log.warn({ error: problem }, 'the database takes no changes')
      logged = problem
      return { ready: database, database, ...state() }
    },
  }
}

/** Whether the database answers and can be written to, and why not: it is away, a standby, or read-only. */
async function takesChanges(db: Db): Promise<{ database: boolean; problem?: string }> {
  try {
    if (await within(3_000, isWritable(db))) return { database: true }
    return { database: false, problem: 'it is read-only: is DATABASE_URL the address of a standby?' }
  } catch (error) {
    return { database: false, problem: String(error) }
  }
}

/** A readiness report as an HTTP answer; a server that drains is not ready. */
export const probeAnswer = ({ ready, ...state }: Readiness, stopping: boolean) => {
  const ok = ready && !stopping
  return { status: ok ? 200 : 503, body: { ok, ...state, stopping } }
}
