import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ImportItem } from '../../../shared/features/imports/schemas/import.ts'
import type { ImportRunTable, ImportSourceTable } from '../../platform/db/import-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export type SourceRow = Selectable<ImportSourceTable>
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

/** The sources of a project, the newest first. */
export const sourcesOf = (db: Db, project: ProvenProject): Promise<SourceRow[]> =>
  db.selectFrom('importSource').selectAll().where('projectId', '=', project.id).orderBy('number', 'desc').execute()

export const findSource = (db: Db, project: ProvenProject, number: number): Promise<SourceRow | undefined> =>
  db
    .selectFrom('importSource')
    .selectAll()
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .executeTakeFirst()

/** The same, held until the transaction ends: nobody else reads, applies or undoes it meanwhile. */
export const lockSource = (tx: Tx, project: ProvenProject, number: number): Promise<SourceRow | undefined> =>
  tx
    .selectFrom('importSource')
    .selectAll()
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

/** Holds back whoever adds a source to the project, and tells the next number. */
export const nextSource = async (tx: Tx, project: ProvenProject): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.imports.' || ${project.id}::text))`.execute(tx)
  const row = await tx
    .selectFrom('importSource')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('projectId', '=', project.id)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export const insertSource = (tx: Tx, source: Insertable<ImportSourceTable>) =>
  tx.insertInto('importSource').values(source).execute()

export const updateSource = (tx: Tx, id: string, change: Updateable<ImportSourceTable>) =>
  tx.updateTable('importSource').set(change).where('id', '=', id).execute()

export const insertRun = (tx: Tx, run: Insertable<ImportRunTable>) => tx.insertInto('importRun').values(run).execute()

export const updateRun = (db: Db, id: string, change: Updateable<ImportRunTable>) =>
  db.updateTable('importRun').set(change).where('id', '=', id).execute()

/** The last run of each of these sources. */
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

/** What was uploaded for a run, sealed; null where it is gone. */
export const bundleOf = async (db: Db, run: string): Promise<Buffer | null> =>
  (await db.selectFrom('importRun').select('bundle').where('id', '=', run).executeTakeFirst())?.bundle ?? null

/** Puts items in place of those that the run had; each text is a JSON list of rows. */
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

/** The keys that a source has given, theirs and ours. */
export const subjectsOf = (db: Db, source: string) =>
  db
    .selectFrom('importSubject')
    .select(['kind', 'key', 'theirs', 'made'])
    .where('sourceId', '=', source)
    .orderBy('kind')
    .orderBy('key')
    .execute()

/** How many flags and segments came from each of these sources. */
export const countSubjects = async (db: Db, sources: readonly string[]) =>
  sources.length === 0
    ? []
    : db
        .selectFrom('importSubject')
        .select((eb) => ['sourceId', eb.fn.countAll<string>().as('count')] as const)
        .where('sourceId', 'in', sources)
        .groupBy('sourceId')
        .execute()

/** Which of these keys flags or segments of the project have, in small letters. */
export const takenKeys = async (
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

/** Items of a run at these positions, with their documents. */
export const itemsAt = async (db: Db, run: string, positions: readonly number[]) =>
  db
    .selectFrom('importItem')
    .select(['position', 'kind', 'key', 'item', 'documents'])
    .where('runId', '=', run)
    .where('position', '=', sql<number>`any(${[...positions]}::integer[])`)
    .orderBy('position')
    .execute()

/** All items of a run, without their documents. */
export const itemsOf = (db: Db, run: string): Promise<{ position: number; item: ImportItem }[]> =>
  db.selectFrom('importItem').select(['position', 'item']).where('runId', '=', run).orderBy('position').execute()

/** What each of these keys is called by its members' addresses: who looks after a flag. */
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

/** An import is larger than an edit: this transaction may think longer between two statements, and each may take longer. */
export const allowTime = (tx: Tx) =>
  sql`select set_config('idle_in_transaction_session_timeout', '60000', true),
    set_config('statement_timeout', '120000', true)`.execute(tx)
