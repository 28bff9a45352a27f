import type { z } from 'zod'
import { holdEndMs } from '../../../shared/features/ramps/due.ts'
import { harmfulGuardsOf } from '../../../shared/features/ramps/evaluate-guards.ts'
import { rampDocumentAt, restoreRampedRule, withoutRamp } from '../../../shared/features/ramps/ramp-document.ts'
import type { Ramp, RampReasonInput, ResumeRampInput } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { RampAct } from '../../../shared/features/ramps/schemas/ramp-acts.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkRampStep } from '../runs/check-ramp-step.ts'
import { authorizeRamp, type RampVersionInput, requireSeenVersion } from './authorize-ramp.ts'
import { changedFlagError, refuseChanged, resumeChoicesOf, whyRampCannotContinue } from './changed-flag.ts'
import { firstGuardCheckAt } from './guard-check-times.ts'
import { removeRampRule, stopRamp, takeRampStep } from './move-ramp.ts'
import { requireRampBase, responsibleFor } from './propose.ts'
import { lastGuardCheck, updateRamp } from './queries.ts'
import { auditRamp, type LockedRamp, lockRampWithFlag, publishFlag, type RampCtx, rampOf } from './ramp-ctx.ts'
import { readRamp } from './read-ramps.ts'
import { storeRuleOfStep } from './run-of-ramp.ts'

export const pauseRamp = (ctx: ProjectCtx, input: z.output<typeof RampReasonInput>): Promise<Ramp> =>
  act(ctx, input, 'pause', (tx, ramp) => stopRamp(tx, ramp, input.why || `paused by ${nameOf(tx.actor)}`))

/** Undoes a ramp: removes its rule, so that all users return to what they had before. Needs no approval. */
export const undoRamp = (ctx: ProjectCtx, input: z.output<typeof RampReasonInput>): Promise<Ramp> =>
  act(ctx, input, 'rollBack', (tx, ramp) => removeRampRule(tx, ramp, input.why))

/** Takes a ramp's next step now, if the ramp is waiting for confirmation or its hold has not ended yet. */
export const continueRamp = (ctx: ProjectCtx, input: RampVersionInput): Promise<Ramp> =>
  act(ctx, input, 'goOn', async (tx, ramp) => {
    refuseChanged(tx.environment, ramp)
    await takeRampStep(tx, ramp)
  })

/**
 * Resumes a paused ramp under the caller's responsibility. Its current step's hold starts again. If the flag differs
 * from what the ramp left, throws `run/touched` unless the caller chose to keep the current flag or to restore the
 * plan's version.
 */
export const resumeRamp = (
  ctx: ProjectCtx,
  input: RampVersionInput & Pick<ResumeRampInput, 'touched'>,
): Promise<Ramp> =>
  act(ctx, input, 'resume', async (tx, ramp) => {
    const { row, there } = ramp
    const how = whyRampCannotContinue(tx.environment, ramp)
    let number = there?.number
    let ground = row.ground
    if (how !== null) {
      const choice = resumeChoicesOf(tx.environment, ramp).find((one) => one === input.touched)
      if (!there || choice === undefined) throw changedFlagError(tx.environment, ramp, how)
      const again =
        choice === 'keep' ? kept(there.document, ramp) : restoreRampedRule(there.document, rampOf(row), row.step)
      if (again === null) throw changedFlagError(tx.environment, ramp, how)
      await checkRampStep(tx, { run: row.number, change: row.change, flag: row.flag, next: again })
      if (choice === 'keep') ground = requireRampBase(withoutRamp(there.document, row), row.plan)
      await storeRuleOfStep(tx, { ...rampOf(row), ground }, row.step)
      const message = `Ramp ${row.number} of ${row.flag} goes on at step ${row.step + 1}`
      number = await publishFlag(tx, row, again, { message, mark: 'ramp' })
    }
    // the member who resumes has seen the harmful guards and overrides them
    const last = row.plan.guards && (await lastGuardCheck(tx.db, tx.project, row.number))
    const against = last ? harmfulGuardsOf(last.body) : []
    const now = tx.now()
    await updateRamp(tx.db, row.id, {
      ...responsibleFor(tx),
      state: 'running',
      why: null,
      held: null,
      ground: JSON.stringify(ground),
      headNumber: number ?? row.headNumber,
      enteredAt: now,
      dueAt: new Date(holdEndMs(row.plan, row.step, now.getTime())),
      lookAt: firstGuardCheckAt(row.plan, row.step, now),
      interrupted: 0,
      overruled: JSON.stringify(against),
    })
    await auditRamp(tx, row, 'resume', {
      state: 'running',
      step: row.step,
      ...(against.length > 0 && { overruled: against }),
      ...(how !== null && { touched: how, took: input.touched, revision: number }),
    })
  })

/** The current flag, with the ramp's rule at its current step added before the rule that it ramps. */
function kept(document: FlagDocument, { row }: LockedRamp): FlagDocument {
  const ground = requireRampBase(withoutRamp(document, row), row.plan)
  return rampDocumentAt(document, { ...rampOf(row), ground }, row.step)
}

async function act(
  ctx: ProjectCtx,
  { ramp: number, version }: RampVersionInput,
  name: RampAct,
  run: (ctx: RampCtx, ramp: LockedRamp) => Promise<void>,
): Promise<Ramp> {
  await inTransaction(ctx, async (tx) => {
    const found = await lockRampWithFlag(tx, number)
    await authorizeRamp(found.ctx, found.ramp.row, name)
    requireSeenVersion(found.ramp.row, version)
    await run(found.ctx, found.ramp)
  })
  return readRamp(ctx, { ramp: number })
}
