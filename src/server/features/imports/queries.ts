import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ImportItem } from '../../../shared/features/imports/schemas/import.ts'
import type { ImportRunTable, ImportSourceTable } from '../../platform/db/import-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export type ImportSourceRow = Selectable<ImportSourceTable>
export type RunRow = Omit<Selectable<ImportRunTable>, 'bundle'>

const runColumns = [
  'id',
  'sourceId',
  'number',
  'state',
  'options',
  'mapping',
  'keys',
  'summary',
  'written',
  'changeNumber',
  'problem',
  'startedAt',
  'startedBy',
  'endedAt',
] as const

export const importSourcesOf = (db: Db, project: ProvenProject): Promise<ImportSourceRow[]> =>
  db.selectFrom('importSource').selectAll().where('projectId', '=', project.id).orderBy('number', 'desc').execute()

export const findImportSource = (
  db: Db,
  project: ProvenProject,
  number: number,
): Promise<ImportSourceRow | undefined> =>
  db
    .selectFrom('importSource')
    .selectAll()
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Reads and locks a source until the transaction ends, so that it is not read, applied or undone concurrently. */
export const lockImportSource = (
  tx: Tx,
  project: ProvenProject,
  number: number,
): Promise<ImportSourceRow | undefined> =>
  tx
    .selectFrom('importSource')
    .selectAll()
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

/** The next source number. Prevents others from adding a source to the project until the transaction ends. */
export const nextImportSource = async (tx: Tx, project: ProvenProject): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.imports.' || ${project.id}::text))`.execute(tx)
  const row = await tx
    .selectFrom('importSource')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('projectId', '=', project.id)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export const insertImportSource = (tx: Tx, source: Insertable<ImportSourceTable>) =>
  tx.insertInto('importSource').values(source).execute()

export const updateImportSource = (tx: Tx, id: string, change: Updateable<ImportSourceTable>) =>
  tx.updateTable('importSource').set(change).where('id', '=', id).execute()

export const insertRun = (tx: Tx, run: Insertable<ImportRunTable>) => tx.insertInto('importRun').values(run).execute()

export const updateRun = (db: Db, id: string, change: Updateable<ImportRunTable>) =>
  db.updateTable('importRun').set(change).where('id', '=', id).execute()

export const lastRuns = async (db: Db, sources: readonly string[]): Promise<RunRow[]> =>
  sources.length === 0
    ? []
    : db
        .selectFrom('importRun')
        .distinctOn('sourceId')
        .select(runColumns)
        .where('sourceId', 'in', sources)
        .orderBy('sourceId')
        .orderBy('number', 'desc')
        .execute()

/** The encrypted upload of a run, or null if it was deleted. */
export const storedBundleOf = async (db: Db, run: string): Promise<Buffer | null> =>
  (await db.selectFrom('importRun').select('bundle').where('id', '=', run).executeTakeFirst())?.bundle ?? null

/** Replaces the items of a run. Each chunk is a JSON list of rows. */
export const replaceItems = async (tx: Tx, run: string, chunks: readonly string[]): Promise<void> => {
  await tx.deleteFrom('importItem').where('runId', '=', run).execute()
  for (const chunk of chunks) {
    await sql`
      insert into import_item (run_id, position, kind, key, verdict, item, documents)
      select ${run}, position, kind, key, verdict, item, documents
      from json_to_recordset(${chunk}::json)
        as row(position integer, kind text, key text, verdict text, item json, documents json)`.execute(tx)
  }
}

/** The keys that a source's subjects have, theirs and ours. */
export const subjectsOf = (db: Db, source: string) =>
  db
    .selectFrom('importSubject')
    .select(['kind', 'key', 'theirs', 'made'])
    .where('sourceId', '=', source)
    .orderBy('kind')
    .orderBy('key')
    .execute()

export const countSubjects = async (db: Db, sources: readonly string[]) =>
  sources.length === 0
    ? []
    : db
        .selectFrom('importSubject')
        .select((eb) => ['sourceId', eb.fn.countAll<string>().as('count')] as const)
        .where('sourceId', 'in', sources)
        .groupBy('sourceId')
        .execute()

/** Keys among these that a flag or segment of the project has, in lower case. */
export const existingKeysAmong = async (
  db: Db,
  project: ProvenProject,
  kind: 'flag' | 'segment',
  keys: readonly string[],
): Promise<string[]> => {
  const lower = sql<string>`lower(key)`
  const rows = await db
    .selectFrom(kind)
    .select(lower.as('key'))
    .where('projectId', '=', project.id)
    .where(lower, '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return rows.map(({ key }) => key)
}

export const itemsAt = async (db: Db, run: string, positions: readonly number[]) =>
  db
    .selectFrom('importItem')
    .select(['position', 'kind', 'key', 'item', 'documents'])
    .where('runId', '=', run)
    .where('position', '=', sql<number>`any(${[...positions]}::integer[])`)
    .orderBy('position')
    .execute()

export const itemsOf = (db: Db, run: string): Promise<{ position: number; item: ImportItem }[]> =>
  db.selectFrom('importItem').select(['position', 'item']).where('runId', '=', run).orderBy('position').execute()

/** Ids of the project's members with these email addresses, for flag owners. */
export const membersByAddress = async (db: Db, project: ProvenProject, addresses: readonly string[]) => {
  const rows = await db
    .selectFrom('person')
    .innerJoin('membership', 'membership.personId', 'person.id')
    .select(['person.id', 'person.email'])
    .where('membership.projectId', '=', project.id)
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', sql<string>`any(${[...addresses]}::text[])`))
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Raises this transaction's timeouts, because an import takes longer than an edit. */
export const raiseImportTimeouts = (tx: Tx) =>
  sql`select set_config('idle_in_transaction_session_timeout', '60000', true),
    set_config('statement_timeout', '120000', true)`.execute(tx)
