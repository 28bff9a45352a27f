import { sql } from 'kysely'
import type { CodeReference, ReplaceReferencesInput } from '../../../shared/features/builds/references.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

/** Serializes the scans of a project. */
export const lockReferences = (tx: Tx, project: ProvenProject) =>
  sql`select pg_advisory_xact_lock(hashtextextended('references ' || ${project.id}, 0))`.execute(tx)

export const repositoriesOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('codeRepository')
    .select(['id', 'repository', 'branch', 'commit', 'linkTemplate', 'scannedAt'])
    .select((eb) =>
      eb
        .selectFrom('codeReference')
        .whereRef('codeReference.repository', '=', 'codeRepository.id')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .as('references'),
    )
    .where('projectId', '=', project.id)
    .orderBy('repository')
    .orderBy('branch')
    .execute()

export const upsertRepository = async (
  tx: Tx,
  project: ProvenProject,
  scan: { repository: string; branch: string; commit: string; linkTemplate: string | null; scannedAt: Date },
): Promise<number> => {
  const { commit, linkTemplate, scannedAt } = scan
  const { id } = await tx
    .insertInto('codeRepository')
    .values({ projectId: project.id, ...scan })
    .onConflict((on) =>
      on.columns(['projectId', 'repository', 'branch']).doUpdateSet({ commit, linkTemplate, scannedAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const flagsReadInCode = async (db: Db, repository: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('codeReference')
    .select('flag')
    .distinct()
    .where('repository', '=', repository)
    .where('kind', '=', 'read')
    .orderBy('flag')
    .execute()
  return rows.map(({ flag }) => flag)
}

export const deleteReferences = (tx: Tx, repository: number) =>
  tx.deleteFrom('codeReference').where('repository', '=', repository).execute()

export const insertReferences = async (tx: Tx, repository: number, places: readonly CodeReference[]): Promise<void> => {
  const column = <K extends keyof CodeReference>(name: K) => places.map((place) => place[name] ?? null)
  await sql`
    insert into code_reference (repository, flag, path, line, column_number, kind, line_hash, text, since)
    select ${repository}, * from unnest(${column('flag')}::text[], ${column('path')}::text[], ${column('line')}::integer[],
      ${column('column')}::integer[], ${column('kind')}::text[], ${column('lineHash')}::text[], ${column('text')}::text[],
      ${column('since')}::timestamptz[])`.execute(tx)
}

/** Records the commit at which the last read of each flag disappeared, and clears it for flags that are read again. */
export const recordExtinctions = async (
  tx: Tx,
  repository: number,
  { gone, read, commit, at }: { gone: readonly string[]; read: readonly string[]; commit: string; at: Date },
): Promise<void> => {
  await sql`delete from code_extinction where repository = ${repository} and flag = any(${[...read]}::text[])`.execute(
    tx,
  )
  await sql`
    insert into code_extinction (repository, flag, commit, at)
    select ${repository}, flag, ${commit}, ${at} from unnest(${[...gone]}::text[]) as flag
    on conflict (repository, flag) do update set commit = excluded.commit, at = excluded.at`.execute(tx)
}

export const flagKeys = async (db: Db, project: ProvenProject): Promise<Set<string>> => {
  const rows = await db.selectFrom('flag').select('key').where('projectId', '=', project.id).execute()
  return new Set(rows.map(({ key }) => key))
}

/** The places that name a flag, reads first. */
export const codePlacesOf = (db: Db, project: ProvenProject, flag: string, most: number) =>
  db
    .selectFrom('codeReference')
    .innerJoin('codeRepository', 'codeRepository.id', 'codeReference.repository')
    .select(['codeRepository.repository', 'branch', 'commit', 'linkTemplate', 'path', 'line', 'columnNumber', 'kind'])
    .select(['text', 'since'])
    .where('projectId', '=', project.id)
    .where('flag', '=', flag)
    .orderBy(sql`array_position(array['read', 'declaration', 'test', 'mention'], kind)`)
    .orderBy('codeRepository.repository')
    .orderBy('branch')
    .orderBy('path')
    .orderBy('line')
    .orderBy('columnNumber')
    .limit(most)
    .execute()

/** Per branch, how often it names and reads a flag, and when its last read disappeared. */
export const branchesOf = async (db: Db, project: ProvenProject, flag: string) => {
  const { rows } = await sql<{
    repository: string
    branch: string
    commit: string
    scannedAt: Date
    places: number
    reads: number
    goneWith: string | null
    goneAt: Date | null
  }>`
    select code_repository.repository, branch, code_repository.commit, scanned_at,
      (select count(*)::int from code_reference where code_reference.repository = id and flag = ${flag}) as places,
      (select count(*)::int from code_reference
        where code_reference.repository = id and flag = ${flag} and kind = 'read') as reads,
      code_extinction.commit as gone_with, code_extinction.at as gone_at
    from code_repository left join code_extinction on code_extinction.repository = id and flag = ${flag}
    where project_id = ${project.id} order by code_repository.repository, branch`.execute(db)
  return rows
}

type Scan = Pick<ReplaceReferencesInput, 'repository' | 'branch' | 'commit'>
type Part = NonNullable<ReplaceReferencesInput['part']>

/** Stores a part of a scan. A repeated part replaces its earlier copy. */
export const upsertScanPart = (
  tx: Tx,
  project: ProvenProject,
  { scan, part, places, sentAt }: { scan: Scan; part: Part; places: readonly CodeReference[]; sentAt: Date },
) => {
  const { repository, branch, commit } = scan
  const row = { ...part, repository, branch, commit, places: places.length, body: JSON.stringify(places), sentAt }
  return tx
    .insertInto('scanPart')
    .values({ projectId: project.id, ...row })
    .onConflict((on) => on.columns(['projectId', 'scan', 'number']).doUpdateSet(row))
    .execute()
}

/** Number of stored parts of a scan with the same metadata, and their total number of places. */
export const countScanParts = async (db: Db, project: ProvenProject, scan: Scan, part: Part) => {
  const { parts, places } = await ofScan(db, project, scan, part)
    .select((eb) => [eb.fn.countAll<string>().as('parts'), eb.fn.sum<string | null>('places').as('places')])
    .executeTakeFirstOrThrow()
  return { parts: Number(parts), places: Number(places ?? 0) }
}

export const referencesOfScanParts = async (db: Db, project: ProvenProject, scan: Scan, part: Part) => {
  const rows = await ofScan(db, project, scan, part).select('body').orderBy('number').execute()
  // validated before they were stored
  return rows.flatMap(({ body }) => body as CodeReference[])
}

const ofScan = (db: Db, project: ProvenProject, { repository, branch, commit }: Scan, { scan, of }: Part) =>
  db
    .selectFrom('scanPart')
    .where('projectId', '=', project.id)
    .where('scan', '=', scan)
    .where('of', '=', of)
    .where('repository', '=', repository)
    .where('branch', '=', branch)
    .where('commit', '=', commit)

export const deleteScan = (tx: Tx, project: ProvenProject, scan: string) =>
  tx.deleteFrom('scanPart').where('projectId', '=', project.id).where('scan', '=', scan).execute()

/** Deletes parts of scans started before a time, and of the oldest scans beyond `most` pending ones. */
export const deleteOldScans = async (tx: Tx, project: ProvenProject, before: Date, most: number): Promise<void> => {
  await sql`
    delete from scan_part where project_id = ${project.id} and scan in (
      select scan from (
        select scan, max(sent_at) as at, row_number() over (order by max(sent_at) desc, scan) as place
        from scan_part where project_id = ${project.id} group by scan
      ) as scans where at < ${before} or place > ${most})`.execute(tx)
}

/** When any branch of a project was last scanned. Null if none was. */
export const scansOf = async (db: Db, project: ProvenProject): Promise<{ scannedAt: Date | null }> => {
  const row = await db
    .selectFrom('codeRepository')
    .select((eb) => eb.fn.max('scannedAt').as('scannedAt'))
    .where('projectId', '=', project.id)
    .executeTakeFirst()
  return { scannedAt: row?.scannedAt ?? null }
}

/** Number of reads in code for each given flag, without tests. Flags without reads are omitted. */
export const countReadsOf = async (db: Db, project: ProvenProject, flags: readonly string[]) => {
  const { rows } = await sql<{ flag: string; reads: number }>`
    select flag, count(*)::int as reads
    from code_repository join code_reference on code_reference.repository = code_repository.id
    where project_id = ${project.id} and kind = 'read' and flag = any(${[...flags]}::text[])
    group by flag`.execute(db)
  return rows
}

/** For each given flag, the commit that removed the last read, the newest across branches. */
export const extinctionsOf = async (db: Db, project: ProvenProject, flags: readonly string[]) => {
  const { rows } = await sql<{ flag: string; repository: string; branch: string; commit: string; at: Date }>`
    select distinct on (flag) flag, code_repository.repository, branch, code_extinction.commit, at
    from code_repository join code_extinction on code_extinction.repository = code_repository.id
    where project_id = ${project.id} and flag = any(${[...flags]}::text[])
    order by flag, at desc`.execute(db)
  return rows
}
