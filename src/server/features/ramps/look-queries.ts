import { sql } from 'kysely'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { interruptedBy, isToBeGivenUp, wasInterrupted } from '../../platform/kernel/interrupted-work.ts'

/** A ramp whose guards this server reads until its lease ends. */
export type LeasedLook = { readonly id: string; readonly project: string; readonly until: Date }

type Leasing = {
  readonly now: Date
  readonly until: Date
  readonly atMost: number
  /** Whether ramps that a server stopped at are leased: all others come before them. */
  readonly interrupted: boolean
}

/** Leases open ramps whose guards are due to this server; no other server reads them until then. */
export const leaseLooks = async (db: Db, { now, until, atMost, interrupted }: Leasing): Promise<LeasedLook[]> => {
  const { rows } = await sql<{ id: string; project: string }>`
    update ramp set leased_until = ${until}, interrupted = ${interruptedBy('ramp')} from project
    where project.id = ramp.project_id and ramp.id in (
      select id from ramp
      where look_at <= ${now} and state in ('running', 'waiting', 'paused')
        and (leased_until is null or leased_until < ${now})
        and ${wasInterrupted} = ${interrupted} and interrupted < ${limits.interruptedTries} and not ${isToBeGivenUp(now)}
        and exists (select from project where project.id = project_id and archived_at is null)
      order by look_at limit ${atMost} for update skip locked
    )
    returning ramp.id, project.key as project`.execute(db)
  return rows.map((row) => ({ ...row, until }))
}

/** Releases a look that failed and takes it again later, unless another server leased it by now. */
export const postponeLook = (db: Db, { id, until }: LeasedLook, at: Date) =>
  db
    .updateTable('ramp')
    .set((eb) => ({ leasedUntil: null, interrupted: 0, lookAt: eb.fn<Date>('greatest', ['lookAt', eb.val(at)]) }))
    .where('id', '=', id)
    .where('leasedUntil', '=', until)
    .execute()

/** The open ramps at which as many servers in a row stopped as may. */
export const looksToGiveUp = (db: Db, now: Date): Promise<{ id: string; number: number; project: string }[]> =>
  db
    .selectFrom('ramp')
    .innerJoin('project', 'project.id', 'ramp.projectId')
    .select(['ramp.id', 'ramp.number', 'project.key as project'])
    .where('ramp.state', 'in', ['running', 'waiting', 'paused'])
    .where(isToBeGivenUp(now))
    .where('project.archivedAt', 'is', null)
    .limit(20)
    .execute()
