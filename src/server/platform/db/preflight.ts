import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { migrations } from '../../../../migrations/index.ts'
import { appliedMigrations, refuseNewer } from './migrate.ts'
import type { Db } from './pool.ts'
import { leastVersion, type Rights, rightsIn } from './rights.ts'
import { outdatedFunctions } from './schema-functions.ts'
import { missingRights } from './server-role.ts'

const mib = 1024 ** 2
/** Space for a schema, its indexes and the log of a migration, in addition to a copy of the largest table. */
const leastRoom = 64 * mib

/**
 * Result of a migration check: what a migration would do to a database, and why it would fail. Computed without
 * changing anything.
 */
export type Preflight = {
  readonly pending: readonly string[]
  /** Functions of the schema that would be created or replaced, by name. */
  readonly functions: readonly string[]
  readonly rights: Rights
  /** Full sentences, each with the action to take. */
  readonly problems: readonly string[]
  /** Bytes that should be free on the database's disk: a migration may rewrite its largest table. */
  readonly room: number
  /** Free bytes on that disk, if it is on this machine and its folder is known. */
  readonly free: number | undefined
}

/**
 * Checks all requirements of the pending migrations before the first one runs. `folder` is the database's data folder,
 * if known.
 */
export async function preflight(db: Db, folder?: string): Promise<Preflight> {
  const rights = await rightsIn(db)
  const applied = await appliedMigrations(db)
  refuseNewer(applied)
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name))
  const functions = (await outdatedFunctions(db)).map(({ name }) => name)
  const { rows } = await sql<{ hasPlpgsql: boolean; largest: string }>`
    select exists (select from pg_language where lanname = 'plpgsql') as has_plpgsql,
      coalesce((select max(pg_total_relation_size(oid)) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'), 0) as largest`.execute(db)
  const room = leastRoom + Number(rows[0]?.largest ?? 0)
  const free = folder === undefined ? undefined : await freeBytes(folder)
  if (pending.length === 0 && functions.length === 0)
    return { pending, functions, rights, problems: await lackingRights(db, rights), room, free }
  const rules: [boolean, string][] = [
    [
      rights.versionNumber < leastVersion,
      `It is PostgreSQL ${Math.floor(rights.versionNumber / 10_000)}. Fanion needs PostgreSQL 15 or newer.`,
    ],
    [rights.encoding !== 'UTF8', `Its encoding is ${rights.encoding}. Create the database with the encoding UTF8.`],
    [rights.isReplica, 'It is a read-only replica. Point DATABASE_URL at the primary.'],
    [!rights.mayCreate, `The role ${rights.role} may not create tables in it. ${asOwner}`],
    [
      rights.foreignTables > 0,
      `${rights.foreignTables} of its tables belong to another role than ${rights.role}. ${asOwner}`,
    ],
    [!rows[0]?.hasPlpgsql, 'The language plpgsql is missing. Run: create extension plpgsql'],
    [
      free !== undefined && free < room,
      `${Math.floor((free ?? 0) / mib)} MiB are free on its disk. Make room for ${Math.ceil(room / mib)} MiB: a migration may write its largest table again.`,
    ],
  ]
  return { pending, functions, rights, problems: rules.flatMap(([isSo, says]) => (isSo ? [says] : [])), room, free }
}

/**
 * A role that owns no tables needs rights on all of them. The same command also grants rights on tables that migrations
 * create.
 */
export async function lackingRights(db: Db, { role, foreignTables, isReplica }: Rights): Promise<string[]> {
  if (foreignTables === 0 || isReplica) return []
  const missing = await missingRights(db)
  if (missing.length === 0) return []
  const some = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ' and others' : '')
  return [
    `The role ${role} lacks rights that a server needs, on ${some}. Run “fanion migrate --grant-to ${role}” with the role that owns the tables.`,
  ]
}

export const asOwner = 'Run “fanion migrate” with the role that owns the tables.'

const freeBytes = async (folder: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // The folder does not exist yet.
    return undefined
  }
}
