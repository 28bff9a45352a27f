import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ImportItem, Standing, Verdict } from '../../../shared/schemas/import.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { ImportRunTable, ImportSourceTable, ImportWrittenTable } from '../../db/import-tables.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { ProvenProject } from '../../kernel/scope.ts'

export type SourceRow = Selectable<ImportSourceTable>
export type RunRow = Omit<Selectable<ImportRunTable>, 'bundle'>
type Subject = { kind: 'flag' | 'segment'; key: string }

const runColumns = [
  'id',
  'sourceId',
  'number',
  'state',
  'options',
  'mapping',
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

export type StandingItem = Subject & { position: number; verdict: Verdict; standing: Standing }

type Asked = {
  project: ProvenProject
  source: string
  run: string
  /** Theirs to ours, of environments that are there. */
  mapping: Readonly<Record<string, string>>
  /** Theirs, of environments that will be made: what is there cannot be the same there. */
  fresh: readonly string[]
}

/** How each item of a run stands beside what is in the project now, in the order of their positions. */
export const standingsOf = async (db: Db, asked: Asked): Promise<StandingItem[]> => {
  const { project, source, run, mapping, fresh } = asked
  const { rows } = await sql<StandingItem>`
    with place as (
      select item.position, item.kind, item.key, environment.id as environment_id, item.documents -> mapped.theirs as document
      from import_item item
      cross join json_each_text(${JSON.stringify(mapping)}::json) as mapped(theirs, ours)
      join environment on environment.project_id = ${project.id} and environment.key = mapped.ours
      where item.run_id = ${run} and item.documents -> mapped.theirs is not null
    ),
    ours as (
      select change_number from import_run where source_id = ${source} and change_number is not null
    ),
    looked as (
      select place.position,
        bool_and(head.document is not null and head.document::jsonb = place.document::jsonb) as same,
        bool_and(
          coalesce(head.number, 0) = coalesce(written.number, 0)
          or revision.change_number in (select change_number from ours)
        ) as untouched
      from place
      left join head on head.environment_id = place.environment_id and head.kind = place.kind and head.key = place.key
      left join revision on revision.environment_id = head.environment_id and revision.number = head.number
      left join import_written written on written.source_id = ${source}
        and written.environment_id = place.environment_id and written.kind = place.kind and written.key = place.key
      group by place.position
    )
    select item.position, item.kind, item.key, item.verdict,
      case
        when not known.there then 'new'
        when coalesce(looked.same, false) and not exists (
          select from unnest(${[...fresh]}::text[]) as new(theirs) where item.documents -> new.theirs is not null
        ) then 'same'
        when subject.key is null then 'clash'
        when coalesce(looked.untouched, true) then 'update'
        else 'taken-over'
      end as standing
    from import_item item
    cross join lateral (select (
      item.kind = 'flag' and exists (
        select from flag where flag.project_id = ${project.id} and lower(flag.key) = lower(item.key)
      ) or item.kind = 'segment' and exists (
        select from segment where segment.project_id = ${project.id} and lower(segment.key) = lower(item.key)
      )) as there) as known
    left join import_subject subject
      on subject.source_id = ${source} and subject.kind = item.kind and subject.key = item.key
    left join looked on looked.position = item.position
    where item.run_id = ${run}
    order by item.position`.execute(db)
  return rows
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

export type WrittenRow = Omit<Selectable<ImportWrittenTable>, 'sourceId' | 'before'> & {
  before: FlagDocument | SegmentDocument | null
}

/** Notes what a source wrote in one environment; what stood there before the first time stays noted. */
export const noteWritten = async (
  tx: Tx,
  place: { source: string; environment: string },
  subjects: readonly (Subject & { number: number; before: FlagDocument | SegmentDocument | null })[],
): Promise<void> => {
  await sql`
    insert into import_written (source_id, environment_id, kind, key, number, before)
    select ${place.source}, ${place.environment}, kind, key, number, before::json
    from unnest(
      ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ key }) => key)}::text[],
      ${subjects.map(({ number }) => number)}::integer[],
      ${subjects.map(({ before }) => (before === null ? null : JSON.stringify(before)))}::text[]
    ) as noted(kind, key, number, before)
    on conflict (source_id, environment_id, kind, key) do update set number = excluded.number`.execute(tx)
}

/** Notes that subjects came from a source. */
export const noteSubjects = async (
  tx: Tx,
  source: string,
  subjects: readonly (Subject & { theirs: string; made: boolean })[],
): Promise<void> => {
  await sql`
    insert into import_subject (source_id, kind, key, theirs, made)
    select ${source}, kind, key, theirs, made
    from unnest(
      ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ key }) => key)}::text[],
      ${subjects.map(({ theirs }) => theirs)}::text[], ${subjects.map(({ made }) => made)}::boolean[]
    ) as noted(kind, key, theirs, made)
    on conflict (source_id, kind, key) do nothing`.execute(tx)
}

/** What a source wrote, and whether it stands there untouched. */
export const writtenBy = async (db: Db, source: string) => {
  const { rows } = await sql<WrittenRow & { untouched: boolean }>`
    select written.environment_id, written.kind, written.key, written.number, written.before,
      (head.number is not null and (head.number = written.number or revision.change_number in (
        select change_number from import_run where source_id = ${source} and change_number is not null
      ))) as untouched
    from import_written written
    left join head on head.environment_id = written.environment_id and head.kind = written.kind and head.key = written.key
    left join revision on revision.environment_id = head.environment_id and revision.number = head.number
    where written.source_id = ${source}`.execute(db)
  return rows
}

/** Who names a subject of the source in an environment, and is none itself. */
export const namersOf = async (db: Db, project: ProvenProject, source: string) => {
  const { rows } = await sql<{ kind: Subject['kind']; key: string; toKind: Subject['kind']; toKey: string }>`
    select distinct reference.kind, reference.key, reference.to_kind, reference.to_key
    from reference join environment on environment.id = reference.environment_id
    join import_subject subject
      on subject.source_id = ${source} and subject.kind = reference.to_kind and subject.key = reference.to_key
    where environment.project_id = ${project.id}`.execute(db)
  return rows
}

/** Environments where a subject of the source stands that the source never wrote to. */
export const standsElsewhere = async (db: Db, project: ProvenProject, source: string) => {
  const { rows } = await sql<Subject & { environment: string }>`
    select subject.kind, subject.key, environment.key as environment
    from import_subject subject
    join head on head.kind = subject.kind and head.key = subject.key
    join environment on environment.id = head.environment_id and environment.project_id = ${project.id}
    where subject.source_id = ${source} and subject.made and not exists (
      select from import_written written where written.source_id = subject.source_id
        and written.environment_id = head.environment_id and written.kind = head.kind and written.key = head.key
    )`.execute(db)
  return rows
}

/** Forgets that these came from a source. */
export const forgetSubjects = async (tx: Tx, source: string, subjects: readonly Subject[]): Promise<void> => {
  const named = sql`(kind, key) in (select * from unnest(
    ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ key }) => key)}::text[]))`
  await sql`delete from import_written where source_id = ${source} and ${named}`.execute(tx)
  await sql`delete from import_subject where source_id = ${source} and ${named}`.execute(tx)
}

/** An import is larger than an edit: this transaction may think longer between two statements, and each may take longer. */
export const allowTime = (tx: Tx) =>
  sql`select set_config('idle_in_transaction_session_timeout', '60000', true),
    set_config('statement_timeout', '120000', true)`.execute(tx)
