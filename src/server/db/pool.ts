import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** A connection pool or an open transaction: whatever a query can run on. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/**
 * Opens a pool of at most `max` connections; connects at the first query. `onIdleError` hears of idle connections
 * that broke: the pool replaces them by itself.
 */
export const openDb = (connectionString: string, max: number, onIdleError: (error: Error) => void): Db => {
  const pool = new pg.Pool({ connectionString, max, application_name: 'fanion', connectionTimeoutMillis: 5_000 })
  pool.on('error', onIdleError)
  // one that breaks between two queries of a transaction tells only its own listeners, and without any the process would
  // end; the next query on it is refused
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    // documents are JSON of ours and keep their own keys
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
