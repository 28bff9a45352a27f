import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { ScheduleTable } from '../../platform/db/change-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { Database } from '../../platform/db/schema.ts'

const columns = ['id', 'changeId', 'dueAt', 'zone', 'madeAt', 'madeBy'] as const

export const runningSchedules = async (db: Db, changeIds: readonly string[]) => {
  if (changeIds.length === 0) return []
  return db
    .selectFrom('schedule')
    .select(columns)
    .where('changeId', 'in', changeIds)
    .where('endedAt', 'is', null)
    .execute()
}

export const insertSchedule = (tx: Tx, schedule: Insertable<ScheduleTable>) =>
  tx.insertInto('schedule').values(schedule).execute()

export const endSchedule = (tx: Tx, changeId: string, at: Date, as: NonNullable<ScheduleTable['endedAs']>) =>
  tx
    .updateTable('schedule')
    .set({ endedAt: at, endedAs: as })
    .where('changeId', '=', changeId)
    .where('endedAt', 'is', null)
    .execute()

/**
 * Tries to take the lock for applying scheduled changes in this transaction. Only one server at a time may, so that
 * late changes are applied in order.
 */
export const tryLeaderLock = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fanion.schedules')) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** SQL condition that a schedule's change includes a frozen environment. It then waits for the end of the freeze. */
const frozenAt = (eb: ExpressionBuilder<Database, 'schedule'>, now: Date) =>
  eb.exists(
    eb
      .selectFrom('changeEntry')
      .innerJoin('freezeWindow', 'freezeWindow.environmentId', 'changeEntry.environmentId')
      .select('freezeWindow.id')
      .whereRef('changeEntry.changeId', '=', 'schedule.changeId')
      .where('freezeWindow.fromAt', '<=', now)
      .where('freezeWindow.toAt', '>', now),
  )

/** The earliest due schedule that is not among `passed`, without locking its row. */
export const earliestDue = (tx: Tx, now: Date, passed: readonly string[]) =>
  tx
    .selectFrom('schedule')
    .innerJoin('change', 'change.id', 'schedule.changeId')
    .innerJoin('project', 'project.id', 'change.projectId')
    .select([
      'schedule.id',
      'schedule.dueAt',
      'schedule.zone',
      'schedule.madeBy',
      'schedule.personId',
      'schedule.tokenId',
    ])
    .select(['change.number', 'project.key as project'])
    .where('schedule.endedAt', 'is', null)
    .where('schedule.dueAt', '<=', now)
    .where('project.archivedAt', 'is', null)
    .where((eb) => eb.not(frozenAt(eb, now)))
    .$if(passed.length > 0, (query) => query.where('schedule.id', 'not in', passed))
    .orderBy('schedule.dueAt')
    .orderBy('schedule.id')
    .limit(1)
    .executeTakeFirst()

export type DueSchedule = NonNullable<Awaited<ReturnType<typeof earliestDue>>>

/** Scheduled changes of a flag or segment that were pending at a past time. */
export const schedulesAt = (
  db: Db,
  environmentId: string,
  subject: { kind: 'flag' | 'segment'; key: string },
  at: Date,
) =>
  db
    .selectFrom('schedule')
    .innerJoin('change', 'change.id', 'schedule.changeId')
    .select(['change.number', 'change.title', 'schedule.dueAt', 'schedule.zone'])
    .where('schedule.madeAt', '<=', at)
    .where((eb) => eb.or([eb('schedule.endedAt', 'is', null), eb('schedule.endedAt', '>', at)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('changeEntry')
          .select('changeEntry.key')
          .whereRef('changeEntry.changeId', '=', 'change.id')
          .where('changeEntry.environmentId', '=', environmentId)
          .where('changeEntry.kind', '=', subject.kind)
          .where('changeEntry.key', '=', subject.key),
      ),
    )
    .orderBy('schedule.dueAt')
    .execute()

export const anyDue = async (db: Db, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('schedule')
    .select('id')
    .where('endedAt', 'is', null)
    .where('dueAt', '<=', now)
    .where((eb) => eb.not(frozenAt(eb, now)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
