import type pg from 'pg'
import { type Db, openDb } from '../../platform/db/pool.ts'
import { ByteBudget } from '../../platform/outbound/byte-budget.ts'
import { guardPostgresql } from '../../platform/outbound/tables/guard-postgresql.ts'

/** Maximum bytes that the doctor receives over one connection. Its results are a few rows each. */
const mostBytes = 16 * 2 ** 20

/** Closes a connection that exceeds the limit, because an address in the settings may be any server. */
export const boundClient = (client: pg.Client): void => {
  const budget = new ByteBudget(mostBytes, () => new Error(`it sent more than ${mostBytes / 2 ** 20} MiB`))
  guardPostgresql(client, budget, Boolean(client.ssl))
}

/** Opens one connection for the doctor. */
export const openBoundedDb = (url: string): Db => openDb(url, 1, () => undefined, { onClient: boundClient })
