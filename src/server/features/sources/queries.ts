import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { FactTable, SourceReadTable, SourceTable } from '../../platform/db/source-tables.ts'
import { interruptedBy, isToBeGivenUp, wasInterrupted } from '../../platform/kernel/interrupted-work.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>

export type WarehouseRow = Selectable<SourceTable> & { environment: string }
/** `eventKey` is null for facts that return exposures. */
export type WarehouseQueryRow = Selectable<FactTable> & { eventKey: string | null }

/** Active sources of a project by key. */
export const warehousesOf = (db: Db, project: InProject): Promise<WarehouseRow[]> =>
  db
    .selectFrom('source')
    .innerJoin('environment', 'environment.id', 'source.environmentId')
    .selectAll('source')
    .select('environment.key as environment')
    .where('source.projectId', '=', project.id)
    .where('source.archivedAt', 'is', null)
    .orderBy('source.key')
    .execute()

/** The project's active sources, locked until the transaction ends so that no one else edits them or their facts. */
export const lockWarehouses = async (tx: Tx, project: InProject): Promise<WarehouseRow[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.sources.' || ${project.id}::text))`.execute(tx)
  return warehousesOf(tx, project)
}

export const insertWarehouse = (tx: Tx, row: Insertable<SourceTable>) => tx.insertInto('source').values(row).execute()

export const updateWarehouse = (tx: Tx, id: number, row: Updateable<SourceTable>) =>
  tx.updateTable('source').set(row).where('id', '=', id).execute()

/** Active facts of some sources by event, exposures last. */
export const warehouseQueriesOf = (db: Db, sources: readonly number[]): Promise<WarehouseQueryRow[]> =>
  db
    .selectFrom('fact')
    .leftJoin('trackedEvent', 'trackedEvent.id', 'fact.event')
    .selectAll('fact')
    .select('trackedEvent.key as eventKey')
    .where('fact.source', 'in', sources.length === 0 ? [-1] : sources)
    .where('fact.archivedAt', 'is', null)
    .orderBy('trackedEvent.key')
    .execute()

/** The fact that returns an event of an environment, or its exposures, with its source's key. */
export const warehouseQueryOfEvent = (db: Db, environmentId: string, event: number | null) =>
  db
    .selectFrom('fact')
    .innerJoin('source', 'source.id', 'fact.source')
    .select(['fact.id', 'source.key as source'])
    .where('fact.environmentId', '=', environmentId)
    .where('fact.event', event === null ? 'is' : '=', event)
    .where('fact.archivedAt', 'is', null)
    .executeTakeFirst()

export const insertWarehouseQuery = (tx: Tx, row: Insertable<FactTable>) => tx.insertInto('fact').values(row).execute()

export const updateWarehouseQuery = (tx: Db, id: number, row: Updateable<FactTable>) =>
  tx.updateTable('fact').set(row).where('id', '=', id).execute()

export const archiveWarehouseQueries = (tx: Tx, source: number, archivedAt: Date) =>
  tx
    .updateTable('fact')
    .set({ archivedAt, leasedUntil: null })
    .where('source', '=', source)
    .where('archivedAt', 'is', null)
    .execute()

/** What was read from some sources since a time, by source. */
export const warehouseUsageSince = async (
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

export const warehouseReadsOf = (db: Db, fact: number, limit: number) =>
  db.selectFrom('sourceRead').selectAll().where('fact', '=', fact).orderBy('at', 'desc').limit(limit).execute()

export const deleteReadsBefore = (db: Db, before: Date) =>
  db.deleteFrom('sourceRead').where('at', '<', before).execute()

export type DueWarehouseQuery = WarehouseQueryRow & { sourceKey: string; project: string }

type WarehouseLease = {
  readonly now: Date
  readonly until: Date
  readonly butOf: readonly string[]
  /** Whether to lease a fact that a server crashed on. Other facts are read first. */
  readonly interrupted: boolean
}

/** Leases the next due fact, except of some projects, to this server. Other servers skip it until the lease ends. */
export const leaseWarehouseQuery = async (
  db: Db,
  { now, until, butOf, interrupted }: WarehouseLease,
): Promise<DueWarehouseQuery | undefined> => {
  const { rows } = await sql<DueWarehouseQuery>`
    update fact set leased_until = ${until}, interrupted = ${interruptedBy('fact')} from source, project
    where source.id = fact.source and project.id = source.project_id and fact.id in (
      select fact.id from fact
      join source on source.id = fact.source and source.archived_at is null
      join project on project.id = source.project_id and project.archived_at is null and project.key <> all(${butOf}::text[])
      left join tracked_event on tracked_event.id = fact.event
      where tracked_event.archived_at is null and due_at <= ${now} and fact.archived_at is null and (leased_until is null or leased_until < ${now})
        and ${wasInterrupted} = ${interrupted} and interrupted < ${limits.interruptedTries}
      order by due_at limit 1 for update of fact skip locked
    )
    returning fact.*, (select key from tracked_event where id = fact.event) as event_key, source.key as source_key, project.key as project`.execute(
    db,
  )
  return rows[0]
}

/**
 * Gives up facts that crashed the maximum number of servers in a row. They are read again only after a member saves
 * them or requests a read.
 */
export const abandonWarehouseQueries = (db: Db, now: Date, problem: string) =>
  db
    .updateTable('fact')
    .set({ interrupted: limits.interruptedTries, leasedUntil: null, failures: sql`failures + 1`, problem })
    .where(isToBeGivenUp(now))
    .where('archivedAt', 'is', null)
    .returning('id')
    .execute()

/**
 * Updates a fact if this server still holds its lease. Returns false if the lease was lost, or the fact was edited or
 * archived.
 */
export const advanceWarehouseQuery = async (
  tx: Db,
  { id, leasedUntil, savedAt }: Pick<DueWarehouseQuery, 'id' | 'leasedUntil' | 'savedAt'>,
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
 * The freshness of the facts that return some events of an environment and, if needed, its exposures. Includes facts
 * that were archived after a time and not replaced.
 */
export const freshnessOf = async (
  db: Db,
  environmentId: string,
  { events, exposures }: RequiredData,
  since: Date,
): Promise<WarehouseQueryAge[]> => {
  if (events.length === 0 && !exposures) return []
  const { rows } = await sql<WarehouseQueryAge>`
    select distinct on (fact.event) tracked_event.key as event, every_ms, look_back_ms, read_until,
      fact.archived_at is not null as is_over
    from fact left join tracked_event on tracked_event.id = fact.event
    where fact.environment_id = ${environmentId}
      and (tracked_event.key = any(${events}::text[]) or (fact.event is null and ${exposures}::boolean))
      and (fact.archived_at is null or fact.archived_at > ${since})
    order by fact.event, fact.archived_at desc nulls first`.execute(db)
  return rows
}

/** The data that a measurement needs: events, and whether exposures that a source may return. */
export type RequiredData = { readonly events: readonly string[]; readonly exposures: boolean }
/** `event` is null for exposures. */
export type WarehouseQueryAge = {
  event: string | null
  everyMs: number
  lookBackMs: number
  readUntil: Date | null
  isOver: boolean
}
