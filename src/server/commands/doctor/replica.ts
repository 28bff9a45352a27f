import type { Config } from '../../config.ts'
import { databaseFacts } from '../../platform/db/facts.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newest } from '../../platform/db/read-replica.ts'
import { rightsIn } from '../../platform/db/rights.ts'
import { openBoundedDb } from './bounded-db.ts'
import { type Finding, messageOf } from './finding.ts'

const about = 'read replica'
/** Maximum delay of a replica that servers use. */
const behindMs = 5_000

/** Checks that the replica is readable, a copy of this database, and up to date. Returns nothing without a replica. */
export async function checkReplica({ databaseReadUrl }: Config, url: string): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return []
  const [copy, primary] = [databaseReadUrl, url].map((one) => openBoundedDb(one)) as [Db, Db]
  try {
    return [await compared(copy, primary)]
  } catch (error) {
    const cure =
      'Check the host, port, user, password and database of DATABASE_READ_URL. Until then, the database itself is read.'
    return [{ about, state: 'wrong', says: `It can’t be read: ${messageOf(error)}.`, cure }]
  } finally {
    await Promise.all([copy.destroy(), primary.destroy()])
  }
}

async function compared(copy: Db, primary: Db): Promise<Finding> {
  const [has, had] = [await databaseFacts(copy), await databaseFacts(primary)]
  if (has.migration !== had.migration) {
    const says = `It has ${has.migration}, the database has ${had.migration}.`
    return { about, state: 'wrong', says, cure: 'Point DATABASE_READ_URL at a replica of DATABASE_URL.' }
  }
  const wanted = await newest(primary)
  for (const until = Date.now() + behindMs; ; ) {
    const missing = wanted - (await newest(copy))
    if (missing <= 0n) break
    if (Date.now() > until) {
      const says = `It lacks ${missing} events, ${behindMs / 1_000} s after they were there.`
      return {
        about,
        state: 'wrong',
        says,
        cure: 'Look at its replication; the database itself is read until it keeps up.',
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { isReplica } = await rightsIn(copy)
  const says = `PostgreSQL ${has.version}, keeps up.`
  if (isReplica) return { about, state: 'fine', says }
  return { about, state: 'note', says: `${says} It can be written to; Fanion only reads there.` }
}
