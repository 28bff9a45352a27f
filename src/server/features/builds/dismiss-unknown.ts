import type { DismissUnknownInput } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { deleteDismissed, insertDismissedFlag } from './queries.ts'

/** Hides or shows again, for the caller only, the notice that builds ask for an unknown flag. */
export async function dismissUnknown(ctx: ProjectCtx, input: DismissUnknownInput): Promise<{ dismissed: boolean }> {
  const personId = personIdOf(ctx.actor)
  if (personId === null) return { dismissed: false }
  const { flag, dismissed } = input
  await inTransaction(ctx, async (tx) => {
    if (dismissed)
      await insertDismissedFlag(tx.db, tx.project, { personId, flag, at: tx.now(), most: limits.unknownFlags })
    else await deleteDismissed(tx.db, tx.project, personId, flag)
  })
  return { dismissed }
}
