import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Db, openDb } from '../../src/server/db/pool.ts'
import { urlOf } from './cluster.ts'

/** A migrated, empty database of this file's own; dropped when the file ends. Call it in a `beforeAll` or at the top. */
export const testDatabase = (connections = 5): Promise<{ db: Db; url: string }> =>
  databaseLike('fanion_template', connections)

/** A database of this file's own with no table in it, as one is before the first start. */
export const emptyDatabase = (): Promise<{ db: Db; url: string }> => databaseLike('template0', 2)

async function databaseLike(template: string, connections: number): Promise<{ db: Db; url: string }> {
  const cluster = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster, `create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(cluster, name)
  const db = openDb(url, connections, () => undefined)
  afterAll(async () => {
    await db.destroy()
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  return { db, url }
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
