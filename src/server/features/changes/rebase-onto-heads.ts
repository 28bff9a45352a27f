import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import type { MergedEntries } from './merge-entries.ts'
import { replaceEntries } from './queries.ts'

/**
 * Replaces a change's proposals with their merge onto the current heads, so that readers see exactly what would be
 * published. Does nothing if there is a clash, because the author must choose first.
 */
export async function rebaseOntoHeads(tx: Tx, changeId: string, merged: readonly MergedEntries[]): Promise<void> {
  if (merged.some(({ clashes }) => clashes.length > 0)) return
  const entries: ProposedEntry[] = []
  for (const { environment, proposals } of merged) {
    const base = await headNumberOf(tx, environment)
    entries.push(...proposals.map(({ entry }): ProposedEntry => ({ ...entry, environment: environment.key, base })))
  }
  await replaceEntries(tx, changeId, entries, new Map(merged.map(({ environment }) => [environment.key, environment])))
}
