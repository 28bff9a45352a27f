import { sql } from 'kysely'
import type { Db, Tx } from '../../src/server/platform/db/pool.ts'

/** The rows of a table as text, by the column that names them. */
async function rowsOf(db: Db, table: string, name: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; row: string }>`
    select ${sql.ref(name)}::text as name, to_jsonb(t)::text as row from ${sql.table(table)} as t`.execute(db)
  return new Map(rows.map((one) => [one.name, one.row]))
}

/** Returns the names of the rows that an action changes, deletes or adds. The action is rolled back. */
export async function rowsChangedBy(
  db: Db,
  table: string,
  act: (tx: Tx) => Promise<unknown>,
  name = 'id',
): Promise<string[]> {
  const tx = await db.startTransaction().execute()
  try {
    const before = await rowsOf(tx, table, name)
    await act(tx)
    const after = await rowsOf(tx, table, name)
    const all = new Set([...before.keys(), ...after.keys()])
    return [...all].filter((one) => before.get(one) !== after.get(one)).sort()
  } finally {
    await tx.rollback().execute()
  }
}
