import { type Kysely, sql } from 'kysely'
import { installFunctions, readFunctions, type SchemaFunction } from '../../../../migrations/functions/install.ts'
import { StartError } from '../../start-error.ts'
import type { Db } from './pool.ts'

/**
 * Returns the functions whose current version the database does not have. Throws a StartError if a newer Fanion changed one of
 * them.
 */
export async function outdatedFunctions(db: Db, functions: readonly SchemaFunction[] = readFunctions()) {
  const installed = await installedVersions(db)
  const unknown = functions.filter(({ name, versions }) => {
    const hash = installed.get(name)
    return hash !== undefined && !versions.includes(hash)
  })
  if (unknown.length > 0)
    throw new StartError(
      `A newer Fanion changed functions of the database (${unknown.map(({ name }) => name).join(', ')}). ` +
        'Start the newer version, or point FANION_DATA_DIR or DATABASE_URL at another database.',
    )
  return functions.filter(({ name, versions }) => installed.get(name) !== versions.at(-1))
}

/** Creates or replaces the outdated functions and records their versions. Returns their names. */
export async function updateFunctions(tx: Db, functions?: readonly SchemaFunction[]): Promise<string[]> {
  const outdated = await outdatedFunctions(tx, functions)
  if (outdated.length === 0) return []
  // migrations and functions know no camel case
  await installFunctions(tx.withoutPlugins() as unknown as Kysely<unknown>, outdated)
  const names = outdated.map(({ name }) => name)
  const hashes = outdated.map(({ versions }) => versions.at(-1) ?? '')
  await sql`
    insert into schema_function (name, hash) select * from unnest(${names}::text[], ${hashes}::text[])
    on conflict (name) do update set hash = excluded.hash`.execute(tx)
  return names
}

/** The recorded hash of each function; none in a database of a version that kept no record. */
async function installedVersions(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('schema_function')::text as name`.execute(db)
  if (!tables[0]?.name) return new Map()
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_function`.execute(db)
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}
