import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { FactTable, SourceReadTable, SourceTable } from '../../platform/db/source-tables.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>

export type SourceRow = Selectable<SourceTable> & { environment: string }
/** `eventKey`: null where it gives exposures. */
export type FactRow = Selectable<FactTable> & { eventKey: string | null }

/** The sources of a project that are not archived, by key. */
export const sourcesOf = (db: Db, project: InProject): Promise<SourceRow[]> =>
  db
    .selectFrom('source')
    .innerJoin('environment', 'environment.id', 'source.environmentId')
    .selectAll('source')
    .select('environment.key as environment')
    .where('source.projectId', '=', project.id)
    .where('source.archivedAt', 'is', null)
    .orderBy('source.key')
    .execute()

/** The same, held until the transaction ends; nobody else makes or edits one, or a fact of it, meanwhile. */
export const lockSources = async (tx: Tx, project: InProject): Promise<SourceRow[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.sources.' || ${project.id}::text))`.execute(tx)
  return sourcesOf(tx, project)
}

export const insertSource = (tx: Tx, row: Insertable<SourceTable>) => tx.insertInto('source').values(row).execute()

export const updateSource = (tx: Tx, id: number, row: Updateable<SourceTable>) =>
  tx.updateTable('source').set(row).where('id', '=', id).execute()

/** The facts of some sources that are not archived, by event; those that give exposures at the end. */
export const factsOf = (db: Db, sources: readonly number[]): Promise<FactRow[]> =>
  db
    .selectFrom('fact')
    .leftJoin('trackedEvent', 'trackedEvent.id', 'fact.event')
    .selectAll('fact')
    .select('trackedEvent.key as eventKey')
    .where('fact.source', 'in', sources.length === 0 ? [-1] : sources)
    .where('fact.archivedAt', 'is', null)
    .orderBy('trackedEvent.key')
    .execute()

/** The fact that gives an event of an environment, or its exposures, and its source’s key. */
export const factGiving = (db: Db, environmentId: string, event: number | null) =>
  db
    .selectFrom('fact')
    .innerJoin('source', 'source.id', 'fact.source')
    .select(['fact.id', 'source.key as source'])
    .where('fact.environmentId', '=', environmentId)
    .where('fact.event', event === null ? 'is' : '=', event)
    .where('fact.archivedAt', 'is', null)
    .executeTakeFirst()

export const insertFact = (tx: Tx, row: Insertable<FactTable>) => tx.insertInto('fact').values(row).execute()

export const updateFact = (tx: Db, id: number, row: Updateable<FactTable>) =>
  tx.updateTable('fact').set(row).where('id', '=', id).execute()

/** Ends the facts of a source that is archived. */
export const archiveFactsOf = (tx: Tx, source: number, archivedAt: Date) =>
  tx
    .updateTable('fact')
    .set({ archivedAt, leasedUntil: null })
    .where('source', '=', source)
    .where('archivedAt', 'is', null)
    .execute()

/** What was read of some sources since an instant, by source. */
export const spentSince = async (
  db: Db,
  sources: readonly number[],
  since: Date,
): Promise<Map<number, { rows: number; ms: number }>> => {
  const rows = await db
    .selectFrom('sourceRead')
    .innerJoin('fact', 'fact.id', 'sourceRead.fact')
    .select((eb) => [
      'fact.source',
      eb.fn.sum<string>('sourceRead.rows').as('rows'),
      eb.fn.sum<string>('sourceRead.ms').as('ms'),
    ])
    .where('fact.source', 'in', sources.length === 0 ? [-1] : sources)
    .where('sourceRead.at', '>=', since)
    .groupBy('fact.source')
    .execute()
  return new Map(rows.map((row) => [row.source, { rows: Number(row.rows), ms: Number(row.ms) }]))
}

export const insertRead = (
  tx: Db,
  { refused, ...row }: Omit<Selectable<SourceReadTable>, 'bytes'> & { bytes: number },
) =>
  tx
    .insertInto('sourceRead')
    .values({ ...row, refused: JSON.stringify(refused) })
    .execute()

/** The last reads of a fact, the newest first. */
export const readsOf = (db: Db, fact: number, limit: number) =>
  db.selectFrom('sourceRead').selectAll().where('fact', '=', fact).orderBy('at', 'desc').limit(limit).execute()

/** Forgets the reads from before an instant. */
export const deleteReadsBefore = (db: Db, before: Date) =>
  db.deleteFrom('sourceRead').where('at', '<', before).execute()

/** A fact with all that a read of it needs. */
export type DueFact = FactRow & { sourceKey: string; project: string }

type Leasing = {
  readonly now: Date
  readonly until: Date
  readonly butOf: readonly string[]
  /** Whether it is a fact that a server stopped at: the others are read first. */
  readonly interrupted: boolean
}

/** A fact whose slice is due and of none of some projects, leased to this server until then; nobody else reads it meanwhile. */
export const leaseFact = async (db: Db, { now, until, butOf, interrupted }: Leasing): Promise<DueFact | undefined> => {
  const { rows } = await sql<DueFact>`
    update fact set leased_until = ${until}, interrupted = fact.interrupted + (leased_until is not null)::int from source, project
    where source.id = fact.source and project.id = source.project_id and fact.id in (
      select fact.id from fact
      join source on source.id = fact.source and source.archived_at is null
      join project on project.id = source.project_id and project.archived_at is null and project.key <> all(${butOf}::text[])
      left join tracked_event on tracked_event.id = fact.event
      where tracked_event.archived_at is null and due_at <= ${now} and fact.archived_at is null and (leased_until is null or leased_until < ${now})
        and (leased_until is not null or interrupted > 0) = ${interrupted} and interrupted < ${limits.interruptedReads}
      order by due_at limit 1 for update of fact skip locked
    )
    returning fact.*, (select key from tracked_event where id = fact.event) as event_key, source.key as source_key, project.key as project`.execute(
    db,
  )
  return rows[0]
}

/** Gives up facts at which as many servers in a row stopped as may: none is read until it is saved, or read at once, by a person. */
export const giveUpFacts = (db: Db, now: Date, problem: string) =>
  db
    .updateTable('fact')
    .set({ interrupted: limits.interruptedReads, leasedUntil: null, failures: sql`failures + 1`, problem })
    .where('leasedUntil', '<', now)
    .where('interrupted', '=', limits.interruptedReads - 1)
    .where('archivedAt', 'is', null)
    .returning('id')
    .execute()

/** Moves a fact on whose lease is still this one; false where it is another’s, or the fact is no longer read. */
export const moveFact = async (
  tx: Db,
  { id, leasedUntil, savedAt }: Pick<DueFact, 'id' | 'leasedUntil' | 'savedAt'>,
  row: Updateable<FactTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('fact')
    .set({ ...row, leasedUntil: null })
    .where('id', '=', id)
    .where('leasedUntil', '=', leasedUntil)
    .where('savedAt', '=', savedAt)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * How far the facts are that give some events of an environment, and its exposures where these are asked for: those that are read, and
 * those that were archived after an instant, where nothing took their place.
 */
export const freshnessOf = async (
  db: Db,
  environmentId: string,
  { events, exposures }: Needed,
  since: Date,
): Promise<FactAge[]> => {
  if (events.length === 0 && !exposures) return []
  const { rows } = await sql<FactAge>`
    select distinct on (fact.event) tracked_event.key as event, every_ms, look_back_ms, read_until,
      fact.archived_at is not null as is_over
    from fact left join tracked_event on tracked_event.id = fact.event
    where fact.environment_id = ${environmentId}
      and (tracked_event.key = any(${events}::text[]) or (fact.event is null and ${exposures}::boolean))
      and (fact.archived_at is null or fact.archived_at > ${since})
    order by fact.event, fact.archived_at desc nulls first`.execute(db)
  return rows
}

/** What somebody measures by: events, and whether exposures that a source may give. */
export type Needed = { readonly events: readonly string[]; readonly exposures: boolean }
/** `event`: null is exposures. */
export type FactAge = {
  event: string | null
  everyMs: number
  lookBackMs: number
  readUntil: Date | null
  isOver: boolean
}
