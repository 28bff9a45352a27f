import { rampDocumentAt } from '../../../shared/features/ramps/ramp-document.ts'
import type { FinishedRamp } from '../../../shared/features/ramps/schemas/ramp.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { authorizeRamp, type RampVersionInput, requireSeenVersion } from '../ramps/authorize-ramp.ts'
import { refuseTouched } from '../ramps/changed-flag.ts'
import { stopRamp, takeRampStep } from '../ramps/move-ramp.ts'
import { type LockedRamp, lockRampWithFlag, type RampCtx, rampOf } from '../ramps/ramp-ctx.ts'
import { readRamp } from '../ramps/read-ramps.ts'
import { requestReview } from './request-review.ts'
import { saveChange } from './save-change.ts'

/**
 * Serves the new variant to everyone now and skips the remaining steps. If the environment requires approvals, this
 * submits a change for review instead, and the ramp pauses until then.
 */
export async function finishRamp(ctx: ProjectCtx, input: RampVersionInput): Promise<FinishedRamp> {
  const change = await inTransaction(ctx, async (tx) => {
    const { ctx: there, ramp } = await lockRampWithFlag(tx, input.ramp)
    await authorizeRamp(there, ramp.row, 'finish')
    requireSeenVersion(ramp.row, input.version)
    // if the environment requires approvals, this change collects them
    refuseTouched(there.environment, ramp)
    if (there.environment.requiredApprovals > 0) return proposeEnd(there, ramp)
    await takeRampStep(there, ramp, ramp.row.plan.steps.length - 1)
    return null
  })
  return { ramp: await readRamp(ctx, input), change }
}

async function proposeEnd(ctx: RampCtx, ramp: LockedRamp): Promise<number | null> {
  const { row, there } = ramp
  if (!there) return null
  const document = rampDocumentAt(there.document, rampOf(row), row.plan.steps.length - 1)
  const entry = { kind: 'flag' as const, key: row.flag, environment: row.environment, base: there.number, document }
  const { number } = await saveChange(ctx, {
    project: ctx.project.key,
    title: `${row.flag}: ${row.plan.to} to everyone now`.slice(0, 100),
    message: `Completes ramp ${row.number} before its time`,
    entries: [entry],
  })
  await requestReview(ctx, { change: number })
  await stopRamp(ctx, ramp, `everyone now waits for change ${number}`)
  return number
}
