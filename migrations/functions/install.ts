import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { functionVersions } from './versions.ts'

/** A function of the schema with the statement that creates it. */
export type SchemaFunction = { readonly name: string; readonly statement: string; readonly versions: readonly string[] }

// beside this source, or beside the bundle that scripts/build.mjs makes
const folder = new URL(import.meta.url.endsWith('.ts') ? './' : './functions/', import.meta.url)

const readFunction = (name: string): SchemaFunction => ({
  name,
  // a checkout on Windows may have other line ends
  statement: readFileSync(new URL(`${name}.sql`, folder), 'utf8').replaceAll('\r\n', '\n'),
  versions: functionVersions[name] ?? [],
})

/** Reads every function of the schema, in the order of names. */
export const readFunctions = (): SchemaFunction[] => Object.keys(functionVersions).map(readFunction)

/**
 * Creates or replaces functions, within the caller's transaction. A migration whose trigger needs a new function calls this
 * with its name.
 */
export async function installFunctions(
  tx: Kysely<unknown>,
  functions: readonly (SchemaFunction | string)[],
): Promise<void> {
  const { rows } = await sql<{ schema: string; path: string }>`
    select current_schema() as schema, current_setting('search_path') as path`.execute(tx)
  const [session] = rows
  if (!session) throw new Error('PostgreSQL returned no settings')
  // `from current` in a file takes this path. pg_temp comes last: a temporary table must not stand in for one of ours
  await sql`set local search_path to ${sql.id(session.schema)}, pg_temp`.execute(tx)
  // a function may use one that is created after it
  await sql`set local check_function_bodies to off`.execute(tx)
  for (const one of functions)
    await sql.raw(typeof one === 'string' ? readFunction(one).statement : one.statement).execute(tx)
  await sql`select set_config('search_path', ${session.path}, true)`.execute(tx)
}
