import type { Attribute } from './attribute.ts'

/**
 * The next instant at which a limit that moves with the time meets one that stands: until then the order of all limits
 * stays as it is, and so does the shape of every answer. Null where no limit moves onto another.
 */
export const nextTurn = (attributes: readonly Attribute[], nowMs: number): number | null => {
  const turns = attributes.flatMap(({ instants: { standing, durations } }) =>
    durations.flatMap((duration) => standing.map((instant) => instant + duration).filter((turn) => turn > nowMs)),
  )
  return turns.length === 0 ? null : turns.reduce((first, turn) => Math.min(first, turn))
}
