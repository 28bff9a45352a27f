import { type RampOf, rampRule } from '../../../shared/features/ramps/document-at.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { endRun, noteRule } from '../runs/open-run.ts'
import { findRun } from '../runs/queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/**
 * Notes the rule by which a ramp serves its step now. Where nobody is counted any more its run is over, and a flag that was
 * deleted took it along: there is nothing to follow then.
 */
export async function followRule(ctx: TxCtx, ramp: RampOf, step: number): Promise<void> {
  const run = await findRun(ctx.db, ctx.project, ramp.number)
  if (run?.state === 'open') await noteRule(ctx, ramp.number, rampRule(ramp, step))
}

/** Ends the run of a ramp: nobody is counted from now on. */
export async function endRunOf(ctx: TxCtx, { number }: Pick<RampOf, 'number'>): Promise<void> {
  const run = await findRun(ctx.db, ctx.project, number)
  if (run) await endRun(ctx, number)
}
