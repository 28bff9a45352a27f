import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { needsImpactReview } from '../publishing/check-impact.ts'
import type { MergedEntries } from './merge-entries.ts'

/** Ids of the environments in which the change, if published now, would exceed the impact limit. */
export async function environmentsNeedingImpactReview(
  ctx: ProjectCtx,
  merged: readonly MergedEntries[],
): Promise<string[]> {
  const found: string[] = []
  for (const { environment, entries } of merged) {
    // environments that require approvals are reviewed anyway
    if (environment.requiredApprovals > 0) continue
    if (await needsImpactReview({ ...ctx, environment }, entries)) found.push(environment.id)
  }
  return found
}
