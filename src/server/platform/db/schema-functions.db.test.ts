import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readFunctions, type SchemaFunction } from '../../../../migrations/functions/install.ts'
import { releasedSchema } from '../../../../migrations/released.ts'
import { emptyDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { migrate } from './migrate.ts'
import type { Db } from './pool.ts'
import { preflight } from './preflight.ts'
import { outdatedFunctions, updateFunctions } from './schema-functions.ts'

const names = readFunctions().map(({ name }) => name)

/** Every function of the schema with its rights, by name. */
async function functionsOf(db: Db) {
  const { rows } = await sql<{ name: string; definition: string; rights: string | null }>`
    select proname as name, pg_get_functiondef(oid) as definition, proacl::text as rights
    from pg_proc where pronamespace = current_schema()::regnamespace order by name`.execute(db)
  return rows
}

const changed = (one: SchemaFunction): SchemaFunction => ({
  ...one,
  statement: one.statement.replace(/(?=\$\$;\n$)/, '-- changed\n'),
  versions: [...one.versions, 'next'],
})

it('an upgraded database has the functions of a new one', async () => {
  const { db: fresh } = await testDatabase()
  const { db: upgraded } = await emptyDatabase()
  await migrate(upgraded, { last: releasedSchema })
  const { functions } = await migrate(upgraded)
  expect(functions).toEqual(names)
  const expected = await functionsOf(fresh)
  expect(expected.map(({ name }) => name)).toEqual(names)
  expect(await functionsOf(upgraded)).toEqual(expected)
  expect(await migrate(upgraded)).toEqual({ migrations: [], functions: [] })
})

it('a function whose file changed is replaced, and keeps its owner, rights and settings', async () => {
  const { db } = await testDatabase()
  const next = readFunctions().map((one) => (one.name === 'drop_event_day' ? changed(one) : one))
  const before = await functionsOf(db)
  expect((await outdatedFunctions(db, next)).map(({ name }) => name)).toEqual(['drop_event_day'])
  expect(await functionsOf(db)).toEqual(before)
  await db.transaction().execute(async (tx) => {
    const path = await sql`show search_path`.execute(tx)
    expect(await updateFunctions(tx, next)).toEqual(['drop_event_day'])
    expect(await sql`show search_path`.execute(tx)).toEqual(path)
  })
  const after = await functionsOf(db)
  const without = (definition = '') => definition.replace('-- changed\n', '')
  expect(after.map((one) => ({ ...one, definition: without(one.definition) }))).toEqual(before)
  expect(after.find(({ name }) => name === 'drop_event_day')?.definition).toContain('-- changed')
  expect(await outdatedFunctions(db, next)).toEqual([])
})

it('a program older than a function of the database is refused, and changes nothing', async () => {
  const { db } = await testDatabase()
  const next = readFunctions().map((one) => (one.name === 'hex_xor' ? changed(one) : one))
  await db.transaction().execute((tx) => updateFunctions(tx, next))
  const before = await functionsOf(db)
  const refusal = /A newer Fanion changed functions of the database \(hex_xor\)/
  await expect(migrate(db)).rejects.toThrow(refusal)
  await expect(preflight(db)).rejects.toThrow(refusal)
  expect(await functionsOf(db)).toEqual(before)
})
