import { computePublishEffect } from '../../../shared/datafile/publish-effect.ts'
import type { Results } from '../../platform/db/change-tables.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { publishDependenciesOf } from '../publishing/dependency-queries.ts'
import { sha256 } from '../publishing/sha256.ts'
import type { CountedApprovals } from './approvals.ts'
import type { MergedEntries } from './merge-entries.ts'

/** The current result of a change in each of its environments, as a digest. */
export async function resultsOf(db: Db, merged: readonly MergedEntries[]): Promise<Results> {
  const results: Record<string, string> = {}
  for (const { environment, proposals } of merged) {
    const entries = proposals.map(({ entry }) => entry)
    results[environment.id] = computePublishEffect(
      await publishDependenciesOf(db, environment, entries),
      entries,
      sha256,
    ).result
  }
  return results
}

/** Environments that require approvals and in which the change's result has changed. */
export const environmentsWithNewResult = (
  approvals: readonly CountedApprovals[],
  was: Results | null,
  is: Results,
): readonly ProvenEnvironment[] =>
  approvals.flatMap(({ environment, required }) =>
    required > 0 && was?.[environment.id] !== is[environment.id] ? [environment] : [],
  )
