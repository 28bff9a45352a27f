import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb } from '../../src/server/platform/db/pool.ts'
import { urlOf } from './cluster.ts'
import { atFileEnd } from './file-end.ts'

/** A migrated, empty database for this file. Dropped when the file ends. */
export const testDatabase = (connections = 5): Promise<{ db: Db; url: string }> =>
  untilTheFileEnds(aDatabase(connections))

/** A database without tables for this file, as before the first start. */
export const emptyDatabase = (): Promise<{ db: Db; url: string }> => untilTheFileEnds(aDatabase(2, 'template0'))

/** A migrated, empty database that exists until it is dropped. */
export async function aDatabase(
  connections = 5,
  template = 'fanion_template',
): Promise<{ db: Db; url: string; drop: () => Promise<void> }> {
  const cluster = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster, `create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(cluster, name)
  const db = openDb(url, connections, () => undefined)
  const drop = async () => {
    await db.destroy()
    await onCluster(cluster, `drop database ${name} with (force)`)
  }
  return { db, url, drop }
}

async function untilTheFileEnds(made: ReturnType<typeof aDatabase>): Promise<{ db: Db; url: string }> {
  const { drop, ...database } = await made
  atFileEnd('databases', drop)
  return database
}

// One connection for all files of a process. It does not keep the process alive while idle.
const held = globalThis as typeof globalThis & { fanionCluster?: pg.Pool }

async function onCluster(url: string, statement: string): Promise<void> {
  held.fanionCluster ??= new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
    // The server ends before this connection.
    .on('error', () => undefined)
  await held.fanionCluster.query(statement)
}
