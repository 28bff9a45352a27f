import { expect } from 'vitest'
import type { Move } from '../../src/shared/analysis/difference.ts'
import type { OptionalModules } from '../../src/shared/engine/optional-module.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { holding } from './holds.ts'

type Side = (context: Context) => string
type Asked = {
  readonly before: Datafile
  readonly nowMs: number
  readonly modules: OptionalModules
  /** What the engine answers before and after, and how the test names an answer that a move tells. */
  readonly old: Side
  readonly next: Side
  readonly named: (answer: Move['from']) => string
}

/** Asks the engine about a difference: examples move as said, and a context lies in the regions of the move it makes, alone. */
export const expectMoves = (
  moves: readonly Move[],
  contexts: readonly Context[],
  { before, nowMs, modules, old, next, named }: Asked,
  counted: Record<'changed' | 'regions' | 'withExample', number>,
): void => {
  const asked = [...contexts]
  for (const { from, to, regions } of moves) {
    counted.regions += regions.length
    for (const { example } of regions) {
      if (example === null) continue
      counted.withExample += 1
      expect([old(example), next(example)]).toEqual([named(from), named(to)])
      if (asked.length < 60) asked.push(example)
    }
  }
  const told = moves.map(({ from, to, regions }) => ({
    move: `${named(from)}→${named(to)}`,
    from: named(from),
    regions: regions.map(({ when, ofThose }) => ({ ofThose, holds: holding(before, when, nowMs, modules) })),
  }))
  for (const context of asked) {
    const [from, to] = [old(context), next(context)]
    if (from !== to) counted.changed += 1
    const lies = told.flatMap((one) =>
      one.regions.some(({ ofThose, holds }) => (!ofThose || from === one.from) && holds(context)) ? [one.move] : [],
    )
    expect(lies).toEqual(from === to ? [] : [`${from}→${to}`])
  }
}
