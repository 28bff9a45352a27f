import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { releasedSchema } from '../../../../migrations/released.ts'
import { emptyDatabase } from '../../../../tests/support/database.ts'
import { migrate } from './migrate.ts'
import type { Db } from './pool.ts'

/** Incompatible changes since the last release that are accepted, with the reason. Empty this at each release. */
const knowingly: Readonly<Record<string, string>> = {
  'count_exposures()': 'as exposure',
  event_chain: 'its rows are written by triggers alone, which were replaced with it',
  exposure: 'nothing read what 0.1.0 kept of exposures; its servers answer a report of some with a fault',
  exposure_count: 'as exposure',
  'review: review_void_because_check': 'allows more than before',
  'revision: revision_mark_check': 'allows more than before',
}

it('what servers of the last release read and write is still there, and nothing more is demanded of them', async () => {
  const { db } = await emptyDatabase()
  await migrate(db, { last: releasedSchema })
  const before = await shapeOf(db)
  await migrate(db)
  const now = await shapeOf(db)
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  const gone = [...before.columns].filter(([name, { type }]) => now.columns.get(name)?.type !== type)
  const required = [...now.columns].filter(
    ([name, column]) => column.required && tables.has(column.table) && !before.columns.get(name)?.required,
  )
  const stricter = [...now.demands].filter(
    ([demand, { table, columns, says }]) =>
      columns.every((column) => before.columns.has(`${table}.${column}`)) && before.demands.get(demand)?.says !== says,
  )
  const functions = [...before.functions].filter((name) => !now.functions.has(name))
  const found = [...gone, ...required].map(([, { table }]) => table)
  expect([...new Set([...found, ...stricter.map(([demand]) => demand), ...functions])].toSorted()).toEqual(
    Object.keys(knowingly).toSorted(),
  )
})

/** Columns as `table.column` (required: inserts must name them), constraints as `table: name`, and functions. */
async function shapeOf(db: Db) {
  const columns = await sql<{ table: string; column: string; type: string; required: boolean }>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' as required
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const demands = await sql<{ table: string; name: string; columns: string[]; says: string }>`
    with said as (
      select conrelid as of, conname as name, conkey as attributes, pg_get_constraintdef(oid) as says
      from pg_constraint where contype in ('c', 'f') and conrelid <> 0
      union all select indrelid, indexrelid::regclass::text, indkey::smallint[], pg_get_indexdef(indexrelid) from pg_index where indisunique
    )
    select relname as table, name, says,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum = any(attributes)) as columns
    from said join pg_class on pg_class.oid = said.of where relnamespace = current_schema()::regnamespace`.execute(db)
  const functions = await sql<{ name: string }>`
    select distinct proname || '()' as name from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
    db,
  )
  return {
    columns: new Map(columns.rows.map((row) => [`${row.table}.${row.column}`, row])),
    demands: new Map(demands.rows.map((row) => [`${row.table}: ${row.name}`, row])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  }
}
