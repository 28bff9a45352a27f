import { answers } from '../db/answers.ts'
import type { Pools } from '../db/pools.ts'
import { within } from '../db/within.ts'
import type { Log } from '../kernel/ctx.ts'
import type { Tail } from '../live/tail.ts'
import type { Readiness } from './services.ts'

/** Whether a server with a database can do its work. */
export async function databaseReadiness(pools: Pools, tail: Tail, log: Log): Promise<Readiness> {
  const database = await databaseAnswers(pools, log)
  const { connected, caughtUpAt } = tail
  return { ready: database, database, notifications: connected, logReadAt: caughtUpAt?.toISOString() ?? null }
}

async function databaseAnswers(pools: Pools, log: Log): Promise<boolean> {
  try {
    await within(3_000, answers(pools.door))
    return true
  } catch (error) {
    log.warn({ error: String(error) }, 'the database does not answer')
    return false
  }
}
