import { type RampDocumentInput, rampRule } from '../../../shared/features/ramps/ramp-document.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { endRun, storeRunRule } from '../runs/open-run.ts'
import { findRun } from '../runs/queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/** Stores the rule by which a ramp serves its step. Does nothing if its run has ended or was deleted with its flag. */
export async function storeRuleOfStep(ctx: TxCtx, ramp: RampDocumentInput, step: number): Promise<void> {
  const run = await findRun(ctx.db, ctx.project, ramp.number)
  if (run?.state === 'open') await storeRunRule(ctx, ramp.number, rampRule(ramp, step))
}

/** Ends the run of a ramp, which stops counting users. */
export async function endRunOf(ctx: TxCtx, { number }: Pick<RampDocumentInput, 'number'>): Promise<void> {
  const run = await findRun(ctx.db, ctx.project, number)
  if (run) await endRun(ctx, number)
}
