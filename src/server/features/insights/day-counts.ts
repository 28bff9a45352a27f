import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { countsBetween } from './queries.ts'

const hourMs = 3_600_000
const hours = 24
/** Nobody adds to an hour that is over for so long, whatever the clocks of several servers say. */
const settlesMs = 2 * hourMs
/** Projects whose sums are kept, those asked for last. */
const keptProjects = 20

/** Sums over hours that are over, from one up to another, and when they were read. */
type Sums = { fromMs: number; toMs: number; readAt: string; counts: ReadonlyMap<string, number> }
const kept = new Map<string, Sums>()

/** How often a flag was asked for in the last 24 hours, in all environments. */
export type DayCount = (flag: { key: string; createdAt: string }) => number

/**
 * The counts of some flags of a project in the last 24 hours. The hours that are over are summed once, of every flag, until the first of them is a day old;
 * a call reads those that still grow.
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
    // what was summed of a flag that was deleted is not told of another one of its key
    const isOlder = createdAt <= sums.readAt
    return (isOlder ? (sums.counts.get(key) ?? 0) : 0) + (growing.get(key) ?? 0)
  }
}
