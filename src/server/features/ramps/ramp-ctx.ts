import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { rampNewsKinds } from '../../../shared/features/notifications/schemas/email-notification.ts'
import type { RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { RampDocumentInput } from '../../../shared/features/ramps/ramp-document.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { queueEmailNotifications } from '../notifications/queue-email-notifications.ts'
import { publish } from '../publishing/publish.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { approvalsOfPlan } from './approval-queries.ts'
import { findRamp, flagInEnvironment, lockRamp, type RampRow } from './queries.ts'

/** A context with a locked ramp and its environment, which is locked too. */
export type RampCtx = EnvironmentCtx & { readonly db: Tx }

/**
 * A ramp with its flag's current document (undefined if archived) and the approvals its plan started with: null if it
 * needs none, because none are required or an admin bypassed them.
 */
export type LockedRamp = {
  readonly row: RampRow
  readonly there: { readonly number: number; readonly document: FlagDocument } | undefined
  readonly approvals: number | null
}

/** The fields of a ramp that determine its documents. */
export const rampOf = ({ number, plan, ground }: Pick<RampRow, 'number' | 'plan' | 'ground'>): RampDocumentInput => ({
  number,
  plan,
  ground,
})

const noSuchRamp = ({ project }: ProjectCtx, number: number): FanionError =>
  new FanionError(
    'run/not-found',
    { project: project.key, ramp: number },
    `Project "${project.key}" has no ramp ${number}.`,
  )

/** Returns the ramp with this number. Throws `run/not-found`. */
export async function getRamp(ctx: ProjectCtx, number: number): Promise<RampRow> {
  const row = await findRamp(ctx.db, ctx.project, number)
  if (!row) throw noSuchRamp(ctx, number)
  return row
}

/** Locks the ramp with this number, then its environment. All code locks the two in this order. */
export async function lockRampWithFlag(
  ctx: ProjectCtx & { readonly db: Tx },
  number: number,
): Promise<{ ctx: RampCtx; ramp: LockedRamp }> {
  const row = await lockRamp(ctx.db, ctx.project, number)
  if (!row) throw noSuchRamp(ctx, number)
  return lockFlagOfRamp(ctx, row)
}

/** Locks the environment of a locked ramp and reads its flag. */
export async function lockFlagOfRamp(
  ctx: ProjectCtx & { readonly db: Tx },
  row: RampRow,
): Promise<{ ctx: RampCtx; ramp: LockedRamp }> {
  const environment = await proveEnvironment(ctx.db, ctx.project, row.environment)
  await lockEnvironment(ctx.db, environment)
  return { ctx: { ...ctx, environment }, ramp: await readLockedRamp({ ...ctx, environment }, row) }
}

export const readLockedRamp = async ({ db, environment }: EnvironmentCtx, row: RampRow): Promise<LockedRamp> => ({
  row,
  there: await flagInEnvironment(db, environment.id, row.flag),
  approvals: environment.requiredApprovals === 0 ? null : await approvalsOfPlan(db, row),
})

type Publishing = { message: string; mark: RevisionMark | null }

/** Publishes a run's flag as approved with its plan. Returns the revision number. */
export async function publishFlag(
  ctx: RampCtx,
  row: Pick<RampRow, 'flag' | 'change'>,
  document: FlagDocument,
  { message, mark }: Publishing,
): Promise<number> {
  const { headNumber: base } = await lockEnvironment(ctx.db, ctx.environment)
  const { number } = await publish(ctx, {
    base,
    message,
    entries: [{ kind: 'flag', key: row.flag, document }],
    cleared: true,
    reviewed: true,
    change: row.change,
    ...(mark === null ? {} : { mark }),
  })
  return number
}

/** Writes an audit event about a ramp, and queues emails about it. Holds send emails only if `blind` is set. */
export async function auditRamp(
  ctx: RampCtx,
  row: RampRow,
  action: string,
  after: Record<string, unknown> & { step: number },
): Promise<void> {
  await audit(ctx, {
    action: `ramp.${action}`,
    subject: `${ctx.project.key}/ramps/${row.number}`,
    projectId: ctx.project.id,
    environmentId: ctx.environment.id,
    before: { state: row.state, step: row.step },
    after: { flag: row.flag, places: [ctx.environment.key], ...after },
  })
  const kind = rampNewsKinds.find((one) => one === action && (one !== 'hold' || after['blind'] === true))
  if (!kind) return
  const { number: ramp, flag, plan, personId, changeId } = row
  const news = {
    ...{ kind, ramp, flag, to: plan.to },
    ...{ environment: ctx.environment.key, environmentName: ctx.environment.name },
    ...{ step: after.step, steps: plan.steps.length, share: plan.steps[after.step]?.share ?? 0 },
    why: typeof after['why'] === 'string' ? after['why'] : null,
    by: ctx.actor.kind === 'system' ? null : nameOf(ctx.actor),
  }
  await queueEmailNotifications(ctx, news, { personId, changeId })
}
