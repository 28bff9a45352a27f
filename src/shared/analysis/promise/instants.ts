import { parseInstant } from '../../engine/operators/instant.ts'
import type { Attribute } from '../attribute.ts'

/**
 * The instants at which a promise is proven, from now on: now, every turn (a limit that moves with the time meets a value
 * that stands), and one between each two and after the last. Between them the order of all values stays as it is, and so
 * does every answer's shape.
 */
export const instantsFrom = (attributes: readonly Attribute[], nowMs: number): number[] => {
  const turns = new Set<number>()
  for (const { values, others, instants } of attributes) {
    if (instants.durations.length === 0) continue
    const standing = new Set(instants.standing)
    for (const { questions } of [values, ...others.map(({ variable }) => variable)])
      for (const { leaf } of questions)
        for (const value of leaf.values) {
          const instant = parseInstant(value)
          if (instant !== undefined) standing.add(instant)
        }
    for (const duration of instants.durations)
      for (const instant of standing) {
        const turn = Math.ceil(instant + duration)
        if (turn > nowMs && turn < 8.64e15) turns.add(turn)
      }
  }
  const all = [nowMs, ...[...turns].sort((a, b) => a - b)]
  return all.flatMap((instant, at) => {
    const next = all[at + 1]
    if (next === undefined) return at === 0 ? [instant] : [instant, instant + 1]
    return next - instant > 1 ? [instant, instant + Math.floor((next - instant) / 2)] : [instant]
  })
}
