import pg from 'pg'
import type { Embedded } from './start.ts'

/** Creates the database if it does not exist, and returns its URL. */
export async function ensureDatabase(server: Embedded, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  return server.url(name)
}
