import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import type { Revision, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import { rampRule } from '../../../shared/features/ramps/ramp-document.ts'
import { experimentRunOfChange } from '../experiments/queries.ts'
import { lockExperimentOfRun, refuseOverlappingExperiment, startExperimentRun } from '../experiments/start-run.ts'
import { publish } from '../publishing/publish.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { responsibleFor } from '../ramps/propose.ts'
import { rampOfChange } from '../ramps/queries.ts'
import { rampOf } from '../ramps/ramp-ctx.ts'
import { type ResponsibleActor, startRamp } from '../ramps/start-ramp.ts'
import { openRun } from '../runs/open-run.ts'
import { endSchedule } from '../schedules/queries.ts'
import { checkPlan } from './check-plan.ts'
import { updateChange } from './queries.ts'
import { type ActCtx, auditAct, type LockedChange } from './transition.ts'

type ApplyMode = {
  /** The suffix of the audit action. */
  action: 'publish' | 'apply' | 'bypass'
  /** The environments' protection is already satisfied, by approvals or by a bypass. */
  cleared: boolean
  mark?: RevisionMark
  /** The promises that are broken knowingly. */
  break?: InvariantOverride | undefined
  /** An admin's reason for removing something that live builds still read. */
  despite?: DespiteBuilds | undefined
  /** Appended to the message of the revisions. */
  remark?: string
  details?: object
  /** Who is responsible for the run that the change starts, if not the caller. */
  answers?: ResponsibleActor
}

/**
 * Publishes a locked and reconciled change to all its environments, one revision each, in the current transaction.
 * Environments that already contain the proposal get no revision.
 */
export async function applyChange(ctx: ActCtx, change: LockedChange, how: ApplyMode): Promise<Revision[]> {
  const { row, merged } = change
  const clashes = merged.flatMap((one) => one.clashes)
  if (clashes.length > 0) throw new FanionError('change/conflicted', { change: row.number, clashes })
  const message = [row.message || row.title, how.remark].filter(Boolean).join(' ')
  const revisions: Revision[] = []
  const ramp = await rampOfChange(ctx.db, row.id)
  if (ramp) {
    await checkPlan(ctx, change, how)
    await openRun(ctx, ramp.number, rampRule(rampOf(ramp), 0))
  }
  const run = await experimentRunOfChange(ctx.db, row.id)
  const experiment = run && (await lockExperimentOfRun(ctx, run))
  if (run) await openRun(ctx, run.run, run.ground.rule)
  for (const { environment, entries } of merged) {
    if (entries.length === 0) continue
    const { headNumber: base } = await lockEnvironment(ctx.db, environment)
    const mark = how.mark ?? (ramp?.environmentId === environment.id ? 'ramp' : undefined)
    const marked = mark === undefined ? {} : { mark }
    const { cleared } = how
    // a change that was reviewed or bypassed needs no impact review
    const publication = {
      base,
      message,
      entries,
      cleared,
      reviewed: cleared,
      change: row.number,
      break: how.break,
      despite: how.despite,
      ...marked,
    }
    revisions.push(await publish({ ...ctx, environment }, publication))
  }
  const rampedIn = merged.find(({ environment }) => environment.id === ramp?.environmentId)
  if (ramp && rampedIn) {
    await refuseOverlappingExperiment(ctx, rampedIn.environment, ramp.flag)
    await startRamp(ctx, rampedIn.environment, ramp, how.answers ?? responsibleFor(ctx))
  }
  const startedIn = merged.find(({ environment }) => environment.id === experiment?.environmentId)
  if (run && experiment && startedIn)
    await startExperimentRun(ctx, startedIn.environment, { run, experiment }, how.answers ?? responsibleFor(ctx))
  const now = ctx.now()
  await updateChange(ctx.db, row.id, {
    state: 'applied',
    decidedAt: row.decidedAt ?? now,
    appliedAt: now,
    updatedAt: now,
  })
  await endSchedule(ctx.db, row.id, now, 'applied')
  const numbers = Object.fromEntries(revisions.map(({ environment, number }) => [environment, number]))
  await auditAct(ctx, change, how.action, { state: 'applied', revisions: numbers, ...how.details })
  return revisions
}
