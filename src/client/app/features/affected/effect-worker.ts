import { everyFamily } from '../../../../shared/engine/operators/every-family.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import { type Movement, movementOf } from '../../../../shared/impact/movement.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import { type MissingAttribute, missingAttributesIn } from './missing-attributes.ts'
import { type MovedUsers, movedUsersOf } from './moved-users.ts'

/** Request to the worker: flags and contexts to evaluate before and after. */
export type EffectRequest = {
  before: Datafile
  after: Datafile
  flags: readonly string[]
  /** How many of `flags`, from the start, are edited themselves. The worker names moved users only for these. */
  own: number
  contexts: readonly Context[]
  /** Attributes that are removed from contexts before they are stored. */
  keptOut: readonly string[]
  nowMs: number
}

export type EffectReply = { movement: Movement; movers: MovedUsers[]; untold: MissingAttribute[] } | { problem: string }

const answer = async ({ before, after, flags, own, contexts, keptOut, nowMs }: EffectRequest): Promise<EffectReply> => {
  try {
    const needed = await loadModules([...new Set([...modulesNeeded(before), ...modulesNeeded(after)])])
    const modules = { ...everyFamily, ...needed }
    const movement = movementOf(before, after, flags, contexts, { nowMs, keptOut, modules })
    return {
      movement,
      movers: flags.slice(0, own).map((flag) => movedUsersOf(before, after, flag, contexts, nowMs, modules)),
      untold: missingAttributesIn([before, after], flags, contexts, keptOut),
    }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<EffectRequest>) => {
  void answer(event.data).then((reply) => postMessage(reply))
})
