import { parseInstant } from '../engine/operators/instant.ts'
import type { Attribute } from './attribute.ts'

/** The last instant that a `Date` can represent. */
const lastMs = 8.64e15

/**
 * Returns the sorted instants after now at which a moving limit meets a fixed value, in epoch ms. Between two of them,
 * the order of all values is constant, and so is the shape of every answer.
 */
export const changeInstantsOf = (attributes: readonly Attribute[], nowMs: number): number[] => {
  const turns = new Set<number>()
  for (const { values, others, instants, extended } of attributes) {
    for (const turn of extended?.turns ?? []) if (turn > nowMs && turn < lastMs) turns.add(turn)
    if (instants.durations.length === 0) continue
    const standing = new Set(instants.standing)
    // A named value, or a numeric limit, is an instant for a moving limit.
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

/**
 * Returns the next of these instants; null if no limit will meet a value. It is now if an extended document reads the
 * time and its changes are unpredictable.
 */
export const nextChangeInstant = (attributes: readonly Attribute[], nowMs: number): number | null =>
  attributes.some(({ extended }) => extended?.timed === true) ? nowMs : (changeInstantsOf(attributes, nowMs)[0] ?? null)
