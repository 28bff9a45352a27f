import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TrackedEventTable } from '../../platform/db/measure-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const columns = ['id', 'key', 'name', 'description', 'definition', 'createdAt', 'archivedAt'] as const

export type EventRow = Omit<Selectable<TrackedEventTable>, 'projectId'>

/** Declared events of a project by key, including archived ones. */
export const eventsOf = (db: Db, project: Pick<ProvenProject, 'id'>): Promise<EventRow[]> =>
  db.selectFrom('trackedEvent').select(columns).where('projectId', '=', project.id).orderBy('key').execute()

/**
 * The project's declared events, locked until the transaction ends so that no one else declares one in the meantime.
 */
export const lockEvents = async (tx: Tx, project: Pick<ProvenProject, 'id'>): Promise<EventRow[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('fanion.events.' || ${project.id}::text))`.execute(tx)
  return eventsOf(tx, project)
}

export const insertEvent = (tx: Tx, row: Insertable<TrackedEventTable>): Promise<EventRow> =>
  tx.insertInto('trackedEvent').values(row).returning(columns).executeTakeFirstOrThrow()

export const updateEvent = (tx: Tx, id: number, row: Updateable<TrackedEventTable>): Promise<EventRow> =>
  tx.updateTable('trackedEvent').set(row).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** Definitions of the project's active metrics, by key. */
export const activeMetricDefinitions = async (tx: Tx, project: Pick<ProvenProject, 'id'>) => {
  const rows = await tx
    .selectFrom('metric')
    .innerJoin('metricVersion', (join) =>
      join.onRef('metricVersion.metric', '=', 'metric.id').onRef('metricVersion.version', '=', 'metric.version'),
    )
    .select(['metric.key', 'metricVersion.definition'])
    .where('metric.projectId', '=', project.id)
    .where('metric.archivedAt', 'is', null)
    .orderBy('metric.key')
    .execute()
  return new Map(rows.map(({ key, definition }) => [key, definition]))
}

/** The events that applications of an environment may send, by key. */
export const eventsOfEnvironment = (db: Db, environmentId: string) =>
  db
    .selectFrom('trackedEvent')
    .innerJoin('environment', 'environment.projectId', 'trackedEvent.projectId')
    .select(['trackedEvent.key', 'trackedEvent.name', 'trackedEvent.description', 'trackedEvent.definition'])
    .where('environment.id', '=', environmentId)
    .where('trackedEvent.archivedAt', 'is', null)
    .orderBy('trackedEvent.key')
    .execute()

export type IntakeRow = {
  environment: string
  subject: string
  hour: Date
  sdk: string
  reason: string
  count: number
  lastAt: Date
}

/**
 * Counts of a project's events since a time, by environment and hour. Includes drops reported by clients, which do not
 * name the event.
 */
export const intakeSince = async (
  db: Db,
  project: Pick<ProvenProject, 'id'>,
  since: Date,
  event: string | null,
): Promise<IntakeRow[]> => {
  const rows = await db
    .selectFrom('intakeCount')
    .innerJoin('measureKey', 'measureKey.place', 'intakeCount.place')
    .innerJoin('environment', 'environment.id', 'measureKey.environmentId')
    .select(['environment.key as environment', 'subject', 'hour', 'sdk', 'reason', 'count', 'lastAt'])
    .where('environment.projectId', '=', project.id)
    .where('intakeCount.kind', '=', 'event')
    .where('hour', '>=', since)
    .$if(event !== null, (query) =>
      query.where((eb) => eb.or([eb('subject', '=', event ?? ''), eb('reason', '=', 'dropped')])),
    )
    .orderBy('environment.position')
    .orderBy('subject')
    .orderBy('hour')
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}
