import type { ComparisonReceipt, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addComparisons, forgetComparisons, insertExamples } from './comparison-queries.ts'
import { personalAttributesToOmit } from './context-queries.ts'
import { containsAnyPath } from './store-contexts.ts'
import { byTargetingKey, unitDigest } from './unit-digest.ts'

export const comparisonsKeptMs = limits.comparisonsKeptDays * 24 * 3_600_000
const hourMs = 3_600_000

type ComparisonOrigin = {
  readonly environmentId: string
  /** Key of the unit digests. */
  readonly key: string
  readonly isHere: (flag: string) => boolean
  readonly report: ComparisonReport
}

/**
 * Stores a program's comparison report: counts of flags that exist here, and examples of different values. An example's
 * targeting key is stored as a digest, and its context only if the environment samples contexts and it contains no
 * personal data.
 */
export async function recordComparisons(
  db: Db,
  now: Date,
  { environmentId, key, isHere, report }: ComparisonOrigin,
): Promise<ComparisonReceipt> {
  const without = await personalAttributesToOmit(db, environmentId)
  const counts = Object.entries(report.flags).filter(([flag]) => isHere(flag))
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (counts.length > 0) await addComparisons(db, environmentId, hour, counts)
  const examples = report.examples.flatMap(({ flag, theirs, ours, context }) =>
    isHere(flag)
      ? [{ flag, source: report.source, answers: [theirs, ours] as const, ...whoOf(context, without, key) }]
      : [],
  )
  if (examples.length > 0) await insertExamples(db, environmentId, examples, now, limits.comparisonExamples)
  await forgetComparisons(db, environmentId, new Date(now.getTime() - comparisonsKeptMs))
  return {
    accepted: counts.length,
    sampling: without === null ? null : { contexts: limits.sampledContexts, without },
  }
}

/** The stored part of an example's context. */
const whoOf = (
  context: SampledContext | undefined,
  without: readonly string[] | null,
  key: string,
): { context: SampledContext | null; unit: string | null } => {
  if (context === undefined || without === null || containsAnyPath(context, without))
    return { context: null, unit: null }
  const { targetingKey, ...rest } = context
  const unit = typeof targetingKey === 'string' ? unitDigest(key, byTargetingKey, targetingKey) : null
  return { context: rest, unit }
}
