import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../../src/server/platform/outbound/tables/table-source.ts'
import { emptyDatabase } from './database.ts'
import { atFileEnd } from './file-end.ts'

/**
 * Another database of the cluster, in the role of a warehouse, with a way to create roles. Everything ends with the
 * file.
 */
export async function warehouseDatabase() {
  const { url } = await emptyDatabase()
  const { hostname, port, pathname } = new URL(url)
  const database = pathname.slice(1)
  const rows = async (statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<object>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const run = async (statement: string): Promise<void> => void (await rows(statement))
  const made: string[] = []
  atFileEnd('servers', async () => {
    for (const user of made)
      await run(`reassign owned by ${user} to current_user; drop owned by ${user}; drop role ${user}`)
  })
  /** A role that can read the public schema, with additional statements in which `%r` is its name. */
  const aReader = async (...statements: readonly string[]): Promise<Connection> => {
    const user = `reader_${randomBytes(6).toString('hex')}`
    const password = randomBytes(12).toString('hex')
    await run(
      `create role ${user} login password '${password}'; grant usage on schema public to ${user};
       grant select on all tables in schema public to ${user}`,
    )
    made.push(user)
    for (const statement of statements) await run(statement.replaceAll('%r', user))
    return { host: hostname, port: Number(port), database, user, password, tls: 'off', allowPrivate: true }
  }
  return { run, rows, aReader, url, database }
}
export type WarehouseDatabase = Awaited<ReturnType<typeof warehouseDatabase>>
