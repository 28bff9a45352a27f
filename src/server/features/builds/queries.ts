import { sql } from 'kysely'
import type { BuildDeclaration, DeclaredFlag } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export type BuildKind = 'server' | 'client'
export type BuildName = { readonly environmentId: string; readonly kind: BuildKind; readonly digest: string }

/**
 * Blocks new revisions in the environment until the transaction ends. Later publishes see the build, and this
 * transaction sees earlier ones. Builds do not block each other. Returns false if the environment no longer exists.
 */
export const lockLogShared = async (tx: Tx, environmentId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock_shared(log_lock(${environmentId}))`.execute(tx)
  return (
    (await tx.selectFrom('environment').select('id').where('id', '=', environmentId).executeTakeFirst()) !== undefined
  )
}

export const findBuild = (db: Db, { environmentId, kind, digest }: BuildName) =>
  db
    .selectFrom('build')
    .select(['id', 'lastSeenAt'])
    .where('environmentId', '=', environmentId)
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .executeTakeFirst()

/** Updates when a build was last seen. Returns false if the build is unknown. */
export const touchBuild = async (db: Db, { environmentId, kind, digest }: BuildName, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('build')
    .set({ lastSeenAt: sql<Date>`greatest(last_seen_at, ${at})` })
    .where('environmentId', '=', environmentId)
    .where('kind', '=', kind)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores a build with its declaration. An existing build is marked as seen again. */
export const upsertBuild = async (tx: Tx, name: BuildName, build: BuildDeclaration, at: Date): Promise<void> => {
  const row = await tx
    .insertInto('build')
    .values({
      ...name,
      name: build.name,
      version: build.version,
      commit: build.commit ?? null,
      runtime: build.runtime,
      attributes: build.attributes === undefined ? null : JSON.stringify(build.attributes),
      firstSeenAt: at,
      lastSeenAt: at,
    })
    .onConflict((on) => on.columns(['environmentId', 'kind', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) {
    await touchBuild(tx, name, at)
    return
  }
  if (build.flags.length === 0) return
  const declared = build.flags.map((flag) => JSON.stringify(flag))
  await sql`
    insert into build_flag (build, flag, declared)
    select ${row.id}, flag, declared::json
    from unnest(${build.flags.map(({ key }) => key)}::text[], ${declared}::text[]) as one (flag, declared)`.execute(tx)
}

/** Deletes all but the `most` most recently seen builds of a kind. */
export const deleteOldestBuilds = async (
  tx: Tx,
  environmentId: string,
  kind: BuildKind,
  most: number,
): Promise<void> => {
  await sql`
    delete from build where id in (
      select id from build where environment_id = ${environmentId} and kind = ${kind}
      order by last_seen_at desc, id desc offset ${most}
    )`.execute(tx)
}

export const deleteBuildsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('build').where('lastSeenAt', '<', before).execute()
}

/** Stores the number of a server's streams per build. Unknown builds are ignored. */
export const upsertStreamCounts = async (
  db: Db,
  server: string,
  at: Date,
  told: readonly (BuildName & { readonly programs: number })[],
): Promise<void> => {
  // all servers lock rows in the same order, so that they cannot deadlock
  const rows = told.toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
  await sql`
    with seen as (
      select build.id, programs from build join unnest(
        ${rows.map((row) => row.environmentId)}::uuid[], ${rows.map((row) => row.kind)}::text[],
        ${rows.map((row) => row.digest)}::text[], ${rows.map((row) => row.programs)}::integer[]
      ) as told (environment_id, kind, digest, programs)
      on build.environment_id = told.environment_id and build.kind = told.kind and build.digest = told.digest
      order by build.id
    ), kept as (
      update build set last_seen_at = greatest(last_seen_at, ${at}) from seen where build.id = seen.id and seen.programs > 0
    )
    insert into build_seen (build, server, programs, seen_at)
    select id, ${server}::uuid, programs, ${at} from seen
    on conflict (build, server) do update set programs = excluded.programs, seen_at = excluded.seen_at`.execute(db)
}

export type BuildRow = {
  readonly id: number
  readonly environment: string
  readonly kind: BuildKind
  readonly name: string
  readonly version: string
  readonly commit: string | null
  readonly runtime: string
  readonly attributes: string[] | null
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly programs: number
  readonly flags: DeclaredFlag[]
}

/**
 * A project's builds with their declared flags, most recently seen first. With `flags`, only builds that declare one of
 * them, reduced to these flags. With a `limit`, one page of the builds, newest registration first.
 */
export const buildsOf = async (
  db: Db,
  project: Pick<ProvenProject, 'id'>,
  asked: {
    readonly flags?: readonly string[]
    readonly environments?: readonly string[]
    readonly kind?: BuildKind
    readonly since?: Date
    /** Only builds last seen before this time. */
    readonly until?: Date
    /** Only builds registered before the build with this id. */
    readonly below?: number
    readonly limit?: number
    /** Oldest server report of program counts to include. */
    readonly toldSince: Date
  },
): Promise<BuildRow[]> => {
  const { flags, environments, kind, since, until, below, toldSince, limit = limits.buildsListed } = asked
  const named = flags === undefined ? sql`true` : sql`flag = any(${[...flags]}::text[])`
  // ids never change, so pages neither skip a build nor repeat it
  const paged = asked.limit !== undefined
  const { rows } = await sql<BuildRow>`
    select build.id, environment.key as environment, build.kind, build.name, build.version, build.commit, build.runtime, build.attributes,
      build.first_seen_at, build.last_seen_at,
      (select coalesce(sum(programs), 0)::int from build_seen
        where build_seen.build = build.id and build_seen.seen_at >= ${toldSince}) as programs,
      (select coalesce(json_agg(declared order by flag), '[]') from build_flag
        where build_flag.build = build.id and ${named}) as flags
    from build join environment on environment.id = build.environment_id
    where environment.project_id = ${project.id}
      and ${environments === undefined ? sql`true` : sql`environment.id = any(${[...environments]}::uuid[])`}
      and ${kind === undefined ? sql`true` : sql`build.kind = ${kind}`}
      and ${since === undefined ? sql`true` : sql`build.last_seen_at >= ${since}`}
      and ${until === undefined ? sql`true` : sql`build.last_seen_at < ${until}`}
      and ${below === undefined ? sql`true` : sql`build.id < ${below}`}
      and ${flags === undefined ? sql`true` : sql`exists (select from build_flag where build_flag.build = build.id and ${named})`}
    order by ${paged ? sql`build.id desc` : sql`build.last_seen_at desc, build.id desc`}
    limit ${limit}`.execute(db)
  return rows
}

export const documentsOf = async (
  db: Db,
  environmentId: string,
  flags: readonly string[],
): Promise<Record<string, FlagDocument>> => {
  const rows = await db
    .selectFrom('head')
    .select(['key', 'document'])
    .where('environmentId', '=', environmentId)
    .where('kind', '=', 'flag')
    .where('key', '=', sql<string>`any(${[...flags]}::text[])`)
    .execute()
  // the head of a flag is a flag document
  return Object.fromEntries(rows.map(({ key, document }) => [key, document as FlagDocument]))
}

export const countBuilds = async (
  db: Db,
  environments: readonly string[],
  since: Date,
): Promise<{ live: number; old: number }> => {
  const { rows } = await sql<{ live: number; old: number }>`
    select count(*) filter (where last_seen_at >= ${since})::int as live,
      count(*) filter (where last_seen_at < ${since})::int as old
    from build where environment_id = any(${[...environments]}::uuid[])`.execute(db)
  return rows[0] ?? { live: 0, old: 0 }
}

type UnknownFlagReader = { environment: string; name: string; version: string }

/**
 * Flags that live server builds declare and the project lacks, those with the most builds first. Omits flags that the
 * person dismissed.
 */
export const unknownFlagsOf = async (
  db: Db,
  project: Pick<ProvenProject, 'id'>,
  since: Date,
  most: number,
  personId: string | null,
): Promise<{ declared: DeclaredFlag; builds: UnknownFlagReader[] }[]> => {
  const { rows } = await sql<{ declared: DeclaredFlag; builds: UnknownFlagReader[] }>`
    select (json_agg(declared order by build.last_seen_at desc, build.id desc) -> 0) as declared,
      json_agg(json_build_object('environment', environment.key, 'name', build.name, 'version', build.version)
        order by build.last_seen_at desc, build.id desc) as builds
    from build_flag
      join build on build.id = build_flag.build
      join environment on environment.id = build.environment_id
    where environment.project_id = ${project.id} and build.kind = 'server' and build.last_seen_at >= ${since}
      and not exists (
        select from flag where flag.project_id = ${project.id} and lower(flag.key) = lower(build_flag.flag)
      )
      and not exists (
        select from unknown_flag_dismissed as dismissed
        where dismissed.person_id = ${personId}::uuid and dismissed.project_id = ${project.id} and dismissed.flag = build_flag.flag
      )
    group by build_flag.flag order by count(*) desc, build_flag.flag limit ${most}`.execute(db)
  return rows
}

/**
 * Records that a person dismissed an unknown flag. Does nothing if no build asks for the flag. Keeps the newest `most`
 * dismissals.
 */
export const insertDismissedFlag = async (
  tx: Tx,
  project: Pick<ProvenProject, 'id'>,
  { personId, flag, at, most }: { personId: string; flag: string; at: Date; most: number },
): Promise<void> => {
  await sql`
    insert into unknown_flag_dismissed (person_id, project_id, flag, at)
    select ${personId}::uuid, ${project.id}::uuid, ${flag}, ${at}
    where exists (
      select from build_flag join build on build.id = build_flag.build
        join environment on environment.id = build.environment_id
      where build_flag.flag = ${flag} and environment.project_id = ${project.id} and build.kind = 'server'
    )
    on conflict do nothing`.execute(tx)
  await sql`
    delete from unknown_flag_dismissed where person_id = ${personId} and project_id = ${project.id} and flag in (
      select flag from unknown_flag_dismissed where person_id = ${personId} and project_id = ${project.id}
      order by at desc, flag offset ${most}
    )`.execute(tx)
}

export const deleteDismissed = (tx: Tx, project: Pick<ProvenProject, 'id'>, personId: string, flag: string) =>
  tx
    .deleteFrom('unknownFlagDismissed')
    .where('personId', '=', personId)
    .where('projectId', '=', project.id)
    .where('flag', '=', flag)
    .execute()

export const hasLiveBuilds = async (db: Db, project: Pick<ProvenProject, 'id'>, since: Date): Promise<boolean> => {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select from build join environment on environment.id = build.environment_id
      where environment.project_id = ${project.id} and build.kind = 'server' and build.last_seen_at >= ${since}
    ) as any`.execute(db)
  return rows[0]?.any === true
}

/**
 * For each given flag, the number of live server builds that declare it and the names of the most recently seen ones.
 */
export const readersOf = async (
  db: Db,
  project: Pick<ProvenProject, 'id'>,
  since: Date,
  flags: readonly string[],
): Promise<{ flag: string; live: number; names: string[] }[]> => {
  const { rows } = await sql<{ flag: string; live: number; names: string[] }>`
    select flag, count(*)::int as live, (array_agg(label order by seen desc, label))[1:3] as names
    from (
      select flag, build.name || ' ' || build.version as label, max(last_seen_at) as seen
      from build_flag join build on build.id = build_flag.build
        join environment on environment.id = build.environment_id
      where environment.project_id = ${project.id} and build.kind = 'server' and build.last_seen_at >= ${since}
        and flag = any(${[...flags]}::text[])
      group by flag, label
    ) as one
    group by flag`.execute(db)
  return rows
}
