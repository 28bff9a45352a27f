import { limits } from '../../../shared/limits.ts'
import type { SampledContext, SamplingWish } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { forgetContexts, isSampled, putContexts } from './context-queries.ts'

export const keptMs = 24 * 3_600_000

/**
 * Keeps the contexts of a report, where the environment wants them, and answers what the next report is to bring. What
 * arrives where nobody asked is dropped.
 */
export async function keepContexts(
  db: Db,
  now: Date,
  environmentId: string,
  contexts: readonly SampledContext[],
): Promise<SamplingWish | null> {
  if (!(await isSampled(db, environmentId))) return null
  if (contexts.length > 0) {
    await putContexts(db, environmentId, contexts, now)
    await forgetContexts(db, environmentId, new Date(now.getTime() - keptMs), limits.keptContexts)
  }
  return { contexts: limits.sampledContexts, without: [] }
}
