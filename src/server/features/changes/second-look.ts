import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { needsSecondLook } from '../publishing/check-moves.ts'
import type { MergedEntries } from './merge-entries.ts'

/** The ids of the environments where a change, as it would be published now, moves more than passes unreviewed. */
export async function secondLookAt(ctx: ProjectCtx, merged: readonly MergedEntries[]): Promise<string[]> {
  const found: string[] = []
  for (const { environment, entries } of merged) {
    // where approvals are required somebody looks at it anyway
    if (environment.requiredApprovals > 0) continue
    if (await needsSecondLook({ ...ctx, environment }, entries)) found.push(environment.id)
  }
  return found
}
