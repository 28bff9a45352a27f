import { everyFamily } from '../../../../shared/engine/operators/every-family.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import { measureMoves } from '../../../../shared/impact/measure-moves.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { MoveMeasure } from '../../../../shared/schemas/impact.ts'

/** Request to the worker: two states, recent contexts, and the attributes that are not stored with them. */
export type ImpactMeasureRequest = {
  before: Datafile
  after: Datafile
  contexts: readonly Context[]
  keptOut: readonly string[]
  nowMs: number
}

export type ImpactMeasureReply = { measure: MoveMeasure } | { problem: string }

const answer = async ({
  before,
  after,
  contexts,
  keptOut,
  nowMs,
}: ImpactMeasureRequest): Promise<ImpactMeasureReply> => {
  try {
    const needed = await loadModules([...new Set([...modulesNeeded(before), ...modulesNeeded(after)])])
    return {
      measure: measureMoves(before, after, contexts, { nowMs, keptOut, modules: { ...everyFamily, ...needed } }),
    }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<ImpactMeasureRequest>) => {
  void answer(event.data).then((reply) => postMessage(reply))
})
