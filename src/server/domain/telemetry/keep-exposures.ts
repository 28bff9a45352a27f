import { createHash } from 'node:crypto'
import type { Exposure } from '../../../shared/schemas/telemetry.ts'
import type { Db } from '../../db/pool.ts'
import { type FirstExposure, putExposures } from './exposure-queries.ts'

/**
 * Keeps who was shown what, the first time alone, apart from counts. Of whom only a digest is kept, another one in each
 * environment. A program's clock may be ahead: nothing was shown later than `now`.
 */
export async function keepExposures(
  db: Db,
  now: Date,
  environmentId: string,
  exposures: readonly Exposure[],
): Promise<void> {
  const first = new Map<string, FirstExposure>()
  for (const { flag, variant, targetingKey, at } of exposures) {
    const unit = createHash('sha256').update(`${environmentId}:${targetingKey}`).digest('base64url')
    const firstAt = new Date(Math.min(Date.parse(at), now.getTime()))
    const id = `${flag}\n${unit}\n${variant}`
    const known = first.get(id)
    if (!known || firstAt < known.firstAt) first.set(id, { flag, unit, variant, firstAt })
  }
  if (first.size === 0) return
  await putExposures(db, environmentId, [...first.values()])
}
