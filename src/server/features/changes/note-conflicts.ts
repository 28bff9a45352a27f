import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { openChangesAbout, overtakenChanges } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { lock } from './transition.ts'

/** Reconciles the open changes of the subjects in a revision. Those with a clash become conflicted. */
export async function noteConflicts(ctx: Ctx, revision: { environmentId: string; number: number }): Promise<void> {
  await settleEach(ctx, await openChangesAbout(ctx.db, revision.environmentId, revision.number))
}

/** Reconciles all open changes that are older than the heads of their subjects. */
export async function noteMissedConflicts(ctx: Ctx): Promise<void> {
  await settleEach(ctx, await overtakenChanges(ctx.db))
}

async function settleEach(ctx: Ctx, changes: readonly { project: string; number: number }[]): Promise<void> {
  for (const { project: key, number } of changes) {
    await inTransaction(ctx, async (tx) => {
      const project = await proveProject(tx.db, tx.actor, key)
      const inProject = { ...tx, project }
      await reconcile(inProject, await lock(inProject, number))
    })
  }
}
