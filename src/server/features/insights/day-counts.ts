import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { countsBetween } from './queries.ts'

const hourMs = 3_600_000
const hours = 24
/** Counts of an hour are final this long after its end, despite clock differences between servers. */
const settlesMs = 2 * hourMs
/** Number of projects whose sums are cached, most recently used ones. */
const keptProjects = 20

/** Sums over a range of completed hours, and when they were read. */
type Sums = { fromMs: number; toMs: number; readAt: string; counts: ReadonlyMap<string, number> }
const kept = new Map<string, Sums>()

/** Evaluations of a flag in the last 24 hours, in all environments. */
export type DayCount = (flag: { key: string; createdAt: string }) => number

/**
 * Counts the evaluations of some flags in the last 24 hours. Completed hours are summed once for all flags and cached
 * for the hour. Only the hours that still grow are read on each call.
 */
export async function dayCounts({ db, project, now }: ProjectCtx, flags: readonly string[]): Promise<DayCount> {
  const nowMs = now().getTime()
  const fromMs = Math.ceil((nowMs - hours * hourMs) / hourMs) * hourMs
  const toMs = Math.floor((nowMs - settlesMs) / hourMs) * hourMs
  const found = kept.get(project.id)
  const sums =
    found?.fromMs === fromMs && found.toMs === toMs
      ? found
      : {
          fromMs,
          toMs,
          readAt: new Date(nowMs).toISOString(),
          counts: await countsBetween(db, project, new Date(fromMs), new Date(toMs)),
        }
  kept.delete(project.id)
  kept.set(project.id, sums)
  for (const id of kept.keys()) {
    if (kept.size <= keptProjects) break
    kept.delete(id)
  }
  const growing = await countsBetween(db, project, new Date(toMs), null, flags)
  return ({ key, createdAt }) => {
    // cached sums of a deleted flag must not count for a new flag with its key
    const isOlder = createdAt <= sums.readAt
    return (isOlder ? (sums.counts.get(key) ?? 0) : 0) + (growing.get(key) ?? 0)
  }
}
