import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { isWorking } from '../../../shared/features/ramps/due.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { hoursOfSchedule } from './freezes/queries.ts'
import { type DueSchedule, earliestDue, takeTurn } from './queries.ts'

type TxCtx = Ctx & { readonly db: Tx }

/** What happens to what was scheduled, once its time has come: schedules know when, whoever owns the act knows what. */
export type WhenDue = {
  /** Does it, in the transaction in which the schedule was claimed. */
  readonly apply: (ctx: TxCtx, due: DueSchedule) => Promise<void>
  /** Says that it was refused, in a transaction of its own. */
  readonly refuse: (ctx: TxCtx, due: DueSchedule, refusal: FanionError) => Promise<void>
}

/** Whether a place that a scheduled change is about has working hours, and these are over. */
const isOffHours = async ({ db, now }: TxCtx, { id }: DueSchedule): Promise<boolean> =>
  (await hoursOfSchedule(db, id)).some((hours) => !isWorking(now().getTime(), hours))

/**
 * Claims the earliest schedule that is due and has it applied, and returns whether there was one. Exactly once with any
 * number of servers: the schedule ends in the transaction that publishes. `tried` holds the schedules of this round, so
 * that one that breaks, or waits for working hours, does not hold up the others.
 */
export async function fireNext(ctx: Ctx, tried: Set<string>, { apply, refuse }: WhenDue): Promise<boolean> {
  let claimed: DueSchedule | undefined
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await takeTurn(tx.db))) return false
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
