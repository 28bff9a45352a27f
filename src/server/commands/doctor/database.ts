import { migrations } from '../../../../migrations/index.ts'
import type { Config } from '../../config.ts'
import { clockSetBack } from '../../platform/db/clock.ts'
import { databaseFacts } from '../../platform/db/facts.ts'
import type { Db } from '../../platform/db/pool.ts'
import { mostConnections } from '../../platform/db/pools.ts'
import { asOwner, lackingRights } from '../../platform/db/preflight.ts'
import { leastVersion, type Rights, rightsIn } from '../../platform/db/rights.ts'
import { excessRights } from '../../platform/db/server-role.ts'
import { openBoundedDb } from './bounded-db.ts'
import { type Finding, messageOf } from './finding.ts'

const mostClockMs = 2_000

/**
 * Checks that the database is usable, has a supported version, belongs to the configured role, and has the right time.
 */
export async function checkDatabaseHealth(config: Config, url: string): Promise<Finding[]> {
  const db = openBoundedDb(url)
  try {
    const rights = await rightsIn(db)
    const setBack = rights.isFilled ? await clockSetBack(db, new Date()) : undefined
    const schema = await schemaOf(db, rights)
    const isCurrent = schema.state === 'fine'
    const role = isCurrent ? await roleOf(db, rights) : []
    return [...databaseProblems(rights, config, isCurrent), schema, ...role, clockOf(rights, setBack)]
  } catch (error) {
    const cure = 'Check that PostgreSQL runs, and the host, port, user, password and database of DATABASE_URL.'
    return [{ about: 'database', state: 'wrong', says: `It can’t be used: ${messageOf(error)}.`, cure }]
  } finally {
    await db.destroy()
  }
}

function databaseProblems(rights: Rights, { databasePool }: Config, isCurrent: boolean): Finding[] {
  const needs = mostConnections(databasePool)
  const rules: [boolean, string, string][] = [
    [
      rights.versionNumber < leastVersion,
      `It is PostgreSQL ${Math.floor(rights.versionNumber / 10_000)}.`,
      'Fanion needs PostgreSQL 15 or newer.',
    ],
    [rights.encoding !== 'UTF8', `Its encoding is ${rights.encoding}.`, 'Create the database with the encoding UTF8.'],
    [rights.isReplica, 'It is a read-only replica.', 'Point DATABASE_URL at the primary.'],
    // Only migrations create or alter tables.
    [!rights.mayCreate && !isCurrent, 'This role may not create tables in it.', asOwner],
    [rights.foreignTables > 0 && !isCurrent, `${rights.foreignTables} of its tables belong to another role.`, asOwner],
    [
      rights.mostConnections < needs,
      `It lets in ${rights.mostConnections} connections; one server takes up to ${needs}.`,
      'Raise max_connections, or lower DATABASE_POOL.',
    ],
  ]
  return rules.flatMap(([isSo, says, cure]) => (isSo ? [{ about: 'database', state: 'wrong', says, cure }] : []))
}

/** Checks that a role which owns no tables has exactly the rights of a server. Returns nothing for an owner. */
async function roleOf(db: Db, rights: Rights): Promise<Finding[]> {
  const about = 'database role'
  if (rights.foreignTables === 0) return []
  const [lacking] = await lackingRights(db, rights)
  if (lacking !== undefined) return [{ about, state: 'wrong', says: lacking }]
  const excess = await excessRights(db, rights.role)
  if (excess.length === 0)
    return [{ about, state: 'fine', says: `${rights.role} owns no table and can’t rewrite the audit log.` }]
  const says = `${rights.role} owns no table, but could ${excess.join(', ')}.`
  return [{ about, state: 'note', says, cure: `Run “fanion migrate --grant-to ${rights.role}” as the owner.` }]
}

async function schemaOf(db: Db, { isFilled }: Rights): Promise<Finding> {
  const about = 'database'
  if (!isFilled) return { about, state: 'note', says: 'It is empty: the first start fills it.' }
  const { version, bytes, migration } = await databaseFacts(db)
  if (!(migration in migrations)) {
    const says = `A newer Fanion made it (it has ${migration}).`
    return { about, state: 'wrong', says, cure: 'Start the newer version, or restore a backup from before it.' }
  }
  const left = Object.keys(migrations).filter((name) => name > migration).length
  const size = `PostgreSQL ${version}, ${Math.ceil(bytes / 1024 ** 2)} MiB`
  if (left === 0) return { about, state: 'fine', says: `${size}, up to date (${migration}).` }
  return { about, state: 'note', says: `${size}; the next start migrates it (${left} migrations).` }
}

function clockOf({ aheadMs }: Rights, setBack: string | undefined): Finding {
  const about = 'clock'
  if (setBack !== undefined)
    return { about, state: 'wrong', says: setBack, cure: 'Set the clock of every machine by NTP.' }
  if (Math.abs(aheadMs) <= mostClockMs)
    return { about, state: 'fine', says: 'The database’s clock and this machine’s agree.' }
  const says = `The database’s clock and this machine’s are ${Math.round(Math.abs(aheadMs) / 1_000)} s apart.`
  return { about, state: 'wrong', says, cure: 'Set both by NTP: schedules and sessions go by them.' }
}
