import type pg from 'pg'
import type { Partition } from './manifest.ts'
import { partitionsOf } from './tables.ts'

/** Creates the partitions that a backup has rows in. */
export async function makePartitions(client: pg.ClientBase, partitions: readonly Partition[]): Promise<void> {
  const there = new Set((await partitionsOf(client)).map(({ name }) => name))
  for (const { name, parent, bound } of partitions) {
    if (there.has(name)) continue
    const [part, whole] = [client.escapeIdentifier(name), client.escapeIdentifier(parent)]
    await client.query(`create table ${part} partition of ${whole} ${bound}`)
  }
}

/**
 * Drops indexes that enforce no constraint. Returns a function that creates them again: loading first and indexing
 * afterwards takes a third of the time.
 */
export async function dropIndexesForRestore(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where c.relnamespace = current_schema()::regnamespace and not i.indisunique and not t.relispartition
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
  return async () => {
    // For a partitioned table, `on only` would leave its partitions without the index.
    for (const { made } of rows) await client.query(made.replace(' ON ONLY ', ' ON '))
  }
}
