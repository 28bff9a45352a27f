import type { ComparisonReceipt, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { addComparisons, forgetComparisons, putExamples } from './comparison-queries.ts'
import { sampledWithout } from './context-queries.ts'
import { holdsAny } from './keep-contexts.ts'
import { byTargetingKey, unitDigest } from './unit-digest.ts'

export const comparisonsKeptMs = limits.comparisonsKeptDays * 24 * 3_600_000
const hourMs = 3_600_000

type Told = {
  readonly environmentId: string
  /** Of the digests of units. */
  readonly key: string
  readonly isHere: (flag: string) => boolean
  readonly report: ComparisonReport
}

/**
 * Takes what a program compared: the counts of flags that are here, and who was answered otherwise. The key of an example is
 * kept as its digest, its context only where contexts are kept, and nothing of what is personal.
 */
export async function recordComparisons(
  db: Db,
  now: Date,
  { environmentId, key, isHere, report }: Told,
): Promise<ComparisonReceipt> {
  const without = await sampledWithout(db, environmentId)
  const counts = Object.entries(report.flags).filter(([flag]) => isHere(flag))
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (counts.length > 0) await addComparisons(db, environmentId, hour, counts)
  const examples = report.examples.flatMap(({ flag, theirs, ours, context }) =>
    isHere(flag)
      ? [{ flag, source: report.source, answers: [theirs, ours] as const, ...whoOf(context, without, key) }]
      : [],
  )
  if (examples.length > 0) await putExamples(db, environmentId, examples, now, limits.comparisonExamples)
  await forgetComparisons(db, environmentId, new Date(now.getTime() - comparisonsKeptMs))
  return {
    accepted: counts.length,
    sampling: without === null ? null : { contexts: limits.sampledContexts, without },
  }
}

/** What is kept of whom an example is of. */
const whoOf = (
  context: SampledContext | undefined,
  without: readonly string[] | null,
  key: string,
): { context: SampledContext | null; unit: string | null } => {
  if (context === undefined || without === null || holdsAny(context, without)) return { context: null, unit: null }
  const { targetingKey, ...rest } = context
  const unit = typeof targetingKey === 'string' ? unitDigest(key, byTargetingKey, targetingKey) : null
  return { context: rest, unit }
}
