import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { isWorking } from '../../../shared/features/ramps/due.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { hoursOfSchedule } from './freezes/queries.ts'
import { type DueSchedule, earliestDue, tryLeaderLock } from './queries.ts'

type TxCtx = Ctx & { readonly db: Tx }

/** Handlers for due schedules. This module decides when; the module that owns the change decides what happens. */
export type ScheduleHandlers = {
  /** Applies it in the transaction that claimed the schedule. */
  readonly apply: (ctx: TxCtx, due: DueSchedule) => Promise<void>
  /** Reports that it was rejected, in a separate transaction. */
  readonly refuse: (ctx: TxCtx, due: DueSchedule, refusal: FanionError) => Promise<void>
}

/** Whether an environment of a scheduled change is outside its working hours. */
const isOffHours = async ({ db, now }: TxCtx, { id }: DueSchedule): Promise<boolean> =>
  (await hoursOfSchedule(db, id)).some((hours) => !isWorking(now().getTime(), hours))

/**
 * Claims and applies the earliest due schedule. Returns whether there was one. Runs exactly once with any number of
 * servers, because the schedule ends in the transaction that publishes. `tried` contains the schedules of this round,
 * so that one that fails or waits for working hours does not block the others.
 */
export async function fireNext(ctx: Ctx, tried: Set<string>, { apply, refuse }: ScheduleHandlers): Promise<boolean> {
  let claimed: DueSchedule | undefined
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await tryLeaderLock(tx.db))) return false
      claimed = await earliestDue(tx.db, tx.now(), [...tried])
      if (!claimed) return false
      tried.add(claimed.id)
      if (await isOffHours(tx, claimed)) return true
      await apply(tx, claimed)
      return true
    })
  } catch (error) {
    if (!claimed || !(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    const due = claimed
    await inTransaction(ctx, (tx) => refuse(tx, due, error))
    return true
  }
}
