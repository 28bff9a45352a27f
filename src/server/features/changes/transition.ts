import type { ChangeAct } from '../../../shared/features/changes/schemas/change-acts.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { experimentRunOfChange, lockExperimentById } from '../experiments/queries.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { lockRamp, rampOfChange } from '../ramps/queries.ts'
import { authorize } from './authorize.ts'
import { type LoadedChange, loadChange } from './load-change.ts'
import type { MergedEntries } from './merge-entries.ts'
import { environmentsOfChange, lockChange } from './queries.ts'
import { reconcileChange } from './reconcile.ts'
import { requireSeenChangeVersion } from './require-seen-change-version.ts'

export type LockedChange = LoadedChange & { readonly merged: readonly MergedEntries[] }
/** Acts that publish a change as approved. */
const applies: readonly ChangeAct[] = ['apply', 'schedule']

export type ActCtx = ProjectCtx & { readonly db: Tx }

/**
 * Performs one action on a change in one transaction: locks the change and its environments, reconciles it, checks the
 * state, the caller's permission and the version that the caller saw, and runs `act`. If reconciling moves the change,
 * that is committed and the action is evaluated again.
 */
export async function transition<T>(
  ctx: ProjectCtx,
  { change: number, version }: { readonly change: number; readonly version?: number | undefined },
  name: ChangeAct,
  run: (ctx: ActCtx, change: LockedChange) => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await inTransaction(ctx, async (tx) => {
      const change = await lockChangeAndEnvironments(tx, number)
      const reconciled = await reconcileChange(tx, change)
      if (reconciled.moved) return { reconciled: true as const, grown: reconciled.grown }
      authorize(tx, change, name)
      if (version !== undefined) requireSeenChangeVersion(change, version)
      return { reconciled: false as const, done: await run(tx, { ...change, merged: reconciled.merged }) }
    })
    if (!outcome.reconciled) return outcome.done
    if (outcome.grown && applies.includes(name)) throw outcome.grown
  }
}

/**
 * Locks a change, the experiment or ramp that it starts, and its environments for this transaction, in the order that
 * all code uses.
 */
export async function lockChangeAndEnvironments(ctx: ActCtx, number: number): Promise<LoadedChange> {
  const row = await lockChange(ctx.db, ctx.project, number)
  if (row && row.state !== 'applied' && row.state !== 'withdrawn') {
    const run = await experimentRunOfChange(ctx.db, row.id)
    if (run) await lockExperimentById(ctx.db, ctx.project, run.experimentId)
    const ramp = await rampOfChange(ctx.db, row.id)
    if (ramp) await lockRamp(ctx.db, ctx.project, ramp.number)
    for (const environment of await environmentsOfChange(ctx.db, row.id)) await lockEnvironment(ctx.db, environment)
  }
  // read after locking, because an environment's requirements may have changed while waiting
  return loadChange(ctx, number, row)
}

/** Writes the audit event of an action: the state before and after, title, environments and details. */
export const auditAct = (
  ctx: ActCtx,
  { row, environments }: Pick<LoadedChange, 'row' | 'environments'>,
  action: string,
  after: { state: LoadedChange['row']['state']; [detail: string]: unknown },
  before: { [detail: string]: unknown } = {},
) =>
  audit(ctx, {
    action: `change.${action}`,
    subject: `${ctx.project.key}/changes/${row.number}`,
    projectId: ctx.project.id,
    before: { state: row.state, version: row.version, ...before },
    after: { title: row.title, places: environments.map(({ key }) => key), ...after },
  })
