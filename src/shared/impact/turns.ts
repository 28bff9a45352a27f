import { parseInstant } from '../engine/operators/instant.ts'
import type { Attribute } from './attribute.ts'

/** The last instant that a date can be. */
const lastMs = 8.64e15

/**
 * The instants after now at which a limit that moves with the time meets a value that stands, in epoch milliseconds, in order:
 * between two of them the order of all values stays as it is, and so does the shape of every answer.
 */
export const turnsOf = (attributes: readonly Attribute[], nowMs: number): number[] => {
  const turns = new Set<number>()
  for (const { values, others, instants, extended } of attributes) {
    for (const turn of extended?.turns ?? []) if (turn > nowMs && turn < lastMs) turns.add(turn)
    if (instants.durations.length === 0) continue
    const standing = new Set(instants.standing)
    // a value that is named, or a number that is a limit, is an instant to a limit that moves
    for (const { questions } of [values, ...others.map(({ variable }) => variable)])
      for (const { leaf } of questions)
        for (const value of leaf.values) {
          const instant = parseInstant(value)
          if (instant !== undefined) standing.add(instant)
        }
    for (const duration of instants.durations)
      for (const instant of standing) {
        const turn = Math.ceil(instant + duration)
        if (turn > nowMs && turn < lastMs) turns.add(turn)
      }
  }
  return [...turns].sort((a, b) => a - b)
}

/** The next of these instants; null where no limit moves onto another value. Where another system asks the time, and when that changes cannot be told, it is now. */
export const nextTurn = (attributes: readonly Attribute[], nowMs: number): number | null =>
  attributes.some(({ extended }) => extended?.timed === true) ? nowMs : (turnsOf(attributes, nowMs)[0] ?? null)
