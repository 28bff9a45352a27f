import { type Selectable, sql } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { ImportWrittenTable } from '../../platform/db/import-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

type Subject = { kind: 'flag' | 'segment'; key: string }

export type WrittenRow = Omit<Selectable<ImportWrittenTable>, 'sourceId' | 'before'> & {
  before: FlagDocument | SegmentDocument | null
}

/** Records what a source wrote in one environment. Keeps the state from before its first write. */
export const recordWrittenSubjects = async (
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

export const insertImportSubjects = async (
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

/** Subjects that a source wrote, and whether they are unchanged since. */
export const subjectsWrittenBy = async (db: Db, source: string) => {
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

/** References to subjects of the source from subjects that are not part of it. */
export const referencesToSource = async (db: Db, project: ProvenProject, source: string) => {
  const { rows } = await sql<{ kind: Subject['kind']; key: string; toKind: Subject['kind']; toKey: string }>`
    select distinct reference.kind, reference.key, reference.to_kind, reference.to_key
    from reference join environment on environment.id = reference.environment_id
    join import_subject subject
      on subject.source_id = ${source} and subject.kind = reference.to_kind and subject.key = reference.to_key
    where environment.project_id = ${project.id}`.execute(db)
  return rows
}

/** Environments that contain a subject of the source although the source never wrote to them. */
export const subjectsInOtherEnvironments = async (db: Db, project: ProvenProject, source: string) => {
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

export const deleteImportSubjects = async (tx: Tx, source: string, subjects: readonly Subject[]): Promise<void> => {
  const named = sql`(kind, key) in (select * from unnest(
    ${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ key }) => key)}::text[]))`
  await sql`delete from import_written where source_id = ${source} and ${named}`.execute(tx)
  await sql`delete from import_subject where source_id = ${source} and ${named}`.execute(tx)
}
