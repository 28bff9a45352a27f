import type { Attribute } from '../attribute.ts'
import { changeInstantsOf } from '../change-instants.ts'

/**
 * Returns the instants at which a promise is proven: now, every turn, one between each two turns, and one after the
 * last.
 */
export const instantsFrom = (attributes: readonly Attribute[], nowMs: number): number[] => {
  const all = [nowMs, ...changeInstantsOf(attributes, nowMs)]
  return all.flatMap((instant, at) => {
    const next = all[at + 1]
    if (next === undefined) return at === 0 ? [instant] : [instant, instant + 1]
    return next - instant > 1 ? [instant, instant + Math.floor((next - instant) / 2)] : [instant]
  })
}
