import type pg from 'pg'
import type { Partition, Sequence, Table } from './manifest.ts'

/** Tables that record the schema version. They are created with the schema, so a backup has none of their rows. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'schema_function']

/**
 * Returns every table of the schema with its writable columns, ordered so that each follows the tables it references.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name,
       (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     order by c.relname`,
    [ofMigrations],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid and conparentid = 0`,
  )
  return inOrder(tables, references)
}

/**
 * Orders tables so that each follows those it references. Throws on cycles, which could not be loaded table by table.
 */
function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)))
    if (free.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** The last value of each sequence. Null if it was never used. */
export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() order by 1',
  )
  return rows
}

/** All partitions with their bounds. */
export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, parent.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits on inhrelid = c.oid join pg_class parent on parent.oid = inhparent
     where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r' and not inhdetachpending
     order by 1`,
  )
  return rows
}

/** Names of the applied migrations. Empty without a schema. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('kysely_migration') is not null as there`)
  if (!rows[0]?.there) return []
  const { rows: names } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return names.map(({ name }) => name)
}
