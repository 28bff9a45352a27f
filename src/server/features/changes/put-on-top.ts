import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import type { MergedEntries } from './merge-entries.ts'
import { replaceEntries } from './queries.ts'

/**
 * Makes what a change proposes what it comes to on top of the heads: whoever reads it sees all that would be published,
 * beside what is there. A change with a clash stays as it is; its author chooses first.
 */
export async function putOnTop(tx: Tx, changeId: string, merged: readonly MergedEntries[]): Promise<void> {
  if (merged.some(({ clashes }) => clashes.length > 0)) return
  const entries: ProposedEntry[] = []
  for (const { environment, proposals } of merged) {
    const base = await headNumberOf(tx, environment)
    entries.push(...proposals.map(({ entry }): ProposedEntry => ({ ...entry, environment: environment.key, base })))
  }
  await replaceEntries(tx, changeId, entries, new Map(merged.map(({ environment }) => [environment.key, environment])))
}
