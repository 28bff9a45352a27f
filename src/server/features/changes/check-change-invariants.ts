import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import { checkInvariants } from '../publishing/check-invariants.ts'
import { headsOf } from '../publishing/queries.ts'
import type { MergedEntries } from './merge-entries.ts'
import type { ActCtx } from './transition.ts'

/**
 * Throws, as a publish at time `at` would, if the current result would break a promise, except for those that an admin
 * breaks knowingly.
 */
export async function checkChangeInvariants(
  ctx: ActCtx,
  merged: readonly MergedEntries[],
  at: Date,
  broken?: InvariantOverride,
): Promise<void> {
  for (const { environment, entries } of merged) {
    if (entries.length === 0) continue
    const heads = await headsOf(ctx.db, environment, entries)
    const before = new Map(heads.map(({ kind, key, document }) => [`${kind}/${key}`, document]))
    const heldBefore = { promised: true, headNumber: 1, before }
    await checkInvariants({ ...ctx, environment, now: () => at }, { entries, break: broken }, heldBefore)
  }
}
