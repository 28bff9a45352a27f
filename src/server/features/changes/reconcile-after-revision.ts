import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { openChangesOfRevision, overtakenChanges } from './queries.ts'
import { reconcileChange } from './reconcile.ts'
import { lockChangeAndEnvironments } from './transition.ts'

/** Reconciles the open changes of the subjects in a revision. Those with a clash become conflicted. */
export async function reconcileAfterRevision(
  ctx: Ctx,
  revision: { environmentId: string; number: number },
): Promise<void> {
  await reconcileEach(ctx, await openChangesOfRevision(ctx.db, revision.environmentId, revision.number))
}

/** Reconciles all open changes that are older than the heads of their subjects. */
export async function reconcileOvertakenChanges(ctx: Ctx): Promise<void> {
  await reconcileEach(ctx, await overtakenChanges(ctx.db))
}

async function reconcileEach(ctx: Ctx, changes: readonly { project: string; number: number }[]): Promise<void> {
  for (const { project: key, number } of changes) {
    await inTransaction(ctx, async (tx) => {
      const project = await proveProject(tx.db, tx.actor, key)
      const inProject = { ...tx, project }
      await reconcileChange(inProject, await lockChangeAndEnvironments(inProject, number))
    })
  }
}
