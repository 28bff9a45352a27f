import { sql } from 'kysely'
import type { CodeReference } from '../../../shared/contract/references.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { ProvenProject } from '../../kernel/scope.ts'

/** Lets one scan of a project after the other in. */
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

/** Notes what was scanned; the answer is its id. */
export const putRepository = async (
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

/** The flags that a branch reads. */
export const flagsRead = async (db: Db, repository: number): Promise<string[]> => {
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

/** Notes at which commit the last read of flags was found gone, and forgets that of flags that are read again. */
export const putExtinctions = async (
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

/** The keys of a project's flags, live and archived. */
export const flagKeys = async (db: Db, project: ProvenProject): Promise<Set<string>> => {
  const rows = await db.selectFrom('flag').select('key').where('projectId', '=', project.id).execute()
  return new Set(rows.map(({ key }) => key))
}

/** The places that name a flag, reads first. */
export const placesOf = (db: Db, project: ProvenProject, flag: string, most: number) =>
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

/** How often each branch names and reads a flag, and when the last read left it. */
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
