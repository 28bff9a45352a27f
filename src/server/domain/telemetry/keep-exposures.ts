import { createHash } from 'node:crypto'
import { limits } from '../../../shared/limits.ts'
import type { Exposure } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { type FirstExposure, forgetExposures, keptExposures, putExposures } from './exposure-queries.ts'

/**
 * Keeps who was shown what, the first time alone, apart from counts. Of whom only a digest is kept, another one in each
 * environment. A program's clock may be ahead: nothing was shown later than `now`. An environment keeps so many that were
 * told with client keys, and so many of others: what finds no room is dropped. Tells how many were.
 */
export async function keepExposures(
  db: Db,
  now: Date,
  environmentId: string,
  exposures: readonly Exposure[],
  byClient: boolean,
): Promise<number> {
  const first = new Map<string, FirstExposure>()
  for (const { flag, variant, targetingKey, at } of exposures) {
    const unit = createHash('sha256').update(`${environmentId}:${targetingKey}`).digest('base64url')
    const firstAt = new Date(Math.min(Date.parse(at), now.getTime()))
    const id = `${flag}\n${unit}\n${variant}`
    const known = first.get(id)
    if (!known || firstAt < known.firstAt) first.set(id, { flag, unit, variant, firstAt })
  }
  if (first.size === 0) return 0
  const most = byClient ? limits.keptClientExposures : limits.keptExposures
  const room = Math.max(0, most - (await keptExposures(db, environmentId, byClient)))
  const kept = [...first.values()].slice(0, room)
  if (kept.length > 0) await putExposures(db, environmentId, byClient, kept)
  return first.size - kept.length
}

const dayMs = 24 * 3_600_000
const atOnce = 10_000

/** Forgets the exposures that are kept long enough, some at a time. */
export async function forgetOldExposures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - limits.exposuresKeptDays * dayMs)
  while ((await forgetExposures(db, before, atOnce)) === atOnce);
}
