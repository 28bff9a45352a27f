import type pg from 'pg'
import { type Db, openDb } from '../../platform/db/pool.ts'
import { ByteBudget } from '../../platform/outbound/byte-budget.ts'
import { guardPostgresql } from '../../platform/outbound/tables/guard-postgresql.ts'

/** What one connection of the doctor may bring: its answers are a few rows each. */
const mostBytes = 16 * 2 ** 20

/** Ends a connection over which more comes: an address in the settings may lead to anything. */
export const boundClient = (client: pg.Client): void => {
  const budget = new ByteBudget(mostBytes, () => new Error(`it sent more than ${mostBytes / 2 ** 20} MiB`))
  guardPostgresql(client, budget, Boolean(client.ssl))
}

/** One connection of the doctor. */
export const openBoundedDb = (url: string): Db => openDb(url, 1, () => undefined, { onClient: boundClient })
