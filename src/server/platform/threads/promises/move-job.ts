import { everyModule } from '../../../../shared/impact/extended/every-module.ts'
import { measureMoves } from '../../../../shared/impact/measure-moves.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { MoveMeasure } from '../../../../shared/schemas/impact.ts'

/** Two states, and the contexts to count moves of. */
export interface MoveJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly seen: SampledContexts
  readonly nowMs: number
}

/** Contexts as JSON lines in shared memory, so that nothing is copied or parsed outside the measuring thread. */
export interface SampledContexts {
  readonly lines: Uint8Array<SharedArrayBuffer>
  readonly count: number
  /** Attribute paths that are not stored. */
  readonly keptOut: readonly string[]
}

export const runMoveJob = ({ before, after, seen, nowMs }: MoveJob): MoveMeasure =>
  measureMoves(before, after, contextsIn(seen), { nowMs, keptOut: seen.keptOut, modules: everyModule })

const contextsIn = ({ lines }: SampledContexts): Context[] => {
  // TextDecoder does not accept shared memory.
  const text = new TextDecoder().decode(new Uint8Array(lines))
  // Safe cast: each line is a context that an SDK sent.
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Context]))
}
