import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkEntries } from '../publishing/check-entries.ts'
import type { MergedEntries } from './merge-entries.ts'

/** Throws, as a publish would, if the documents cannot be published now. */
export async function checkPublishable(ctx: ProjectCtx, merged: readonly MergedEntries[]): Promise<void> {
  for (const { environment, entries } of merged) {
    if (entries.length > 0) await checkEntries({ ...ctx, environment }, entries)
  }
}
