import { everyModule } from '../../../../shared/impact/extended/every-module.ts'
import { measureMoves } from '../../../../shared/impact/measure-moves.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { MoveMeasure } from '../../../../shared/schemas/impact.ts'

/** Two states, and the contexts of which is told how many move. */
export interface MoveJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly seen: SeenContexts
  readonly nowMs: number
}

/** Contexts as JSON, a line each, in memory that threads share: nothing is copied, and nobody reads them but who measures. */
export interface SeenContexts {
  readonly lines: Uint8Array<SharedArrayBuffer>
  readonly count: number
  /** Paths of the attributes that they are kept without. */
  readonly keptOut: readonly string[]
}

export const movesOf = ({ before, after, seen, nowMs }: MoveJob): MoveMeasure =>
  measureMoves(before, after, contextsIn(seen), { nowMs, keptOut: seen.keptOut, modules: everyModule })

const contextsIn = ({ lines }: SeenContexts): Context[] => {
  // a decoder takes no shared memory
  const text = new TextDecoder().decode(new Uint8Array(lines))
  // each line is what a program sent as its context
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Context]))
}
