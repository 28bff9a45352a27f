import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { ScheduleTable } from '../../platform/db/change-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { Database } from '../../platform/db/schema.ts'

const columns = ['id', 'changeId', 'dueAt', 'zone', 'madeAt', 'madeBy'] as const

/** The schedules of these changes that have not ended. */
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

/** Ends the running schedule of a change. */
export const endSchedule = (tx: Tx, changeId: string, at: Date, as: NonNullable<ScheduleTable['endedAs']>) =>
  tx
    .updateTable('schedule')
    .set({ endedAt: at, endedAs: as })
    .where('changeId', '=', changeId)
    .where('endedAt', 'is', null)
    .execute()

/**
 * Takes the turn to apply scheduled changes, for this transaction: one server at a time, so that late ones go in their
 * order. False while another server has it.
 */
export const takeTurn = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fanion.schedules')) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/** Whether a schedule is of a change about an environment that is frozen: then it waits until that is over. */
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

/** The earliest scheduled change that is due and was not `passed` over; its row is not waited for. */
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

/** A schedule that is due, with the change it is of and who made it. */
export type DueSchedule = NonNullable<Awaited<ReturnType<typeof earliestDue>>>

/** The changes about a flag or segment that were waiting for their time at an instant. */
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

/** Whether a schedule is due. */
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
