import { effectOf, type FlagEffect } from '../../../../shared/engine/effect.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import { type Movers, moversOf } from './movers.ts'

/** What the page asks of this worker: the same flags and contexts, before and after. */
export type Question = {
  before: Datafile
  after: Datafile
  flags: readonly string[]
  /** The first so many of the flags are those that change; of them it is also said who moves. */
  own: number
  contexts: readonly Context[]
  nowMs: number
}

export type Reply = { effects: FlagEffect[]; movers: Movers[] } | { problem: string }

const answer = async ({ before, after, flags, own, contexts, nowMs }: Question): Promise<Reply> => {
  try {
    const modules = await loadModules([...new Set([...modulesNeeded(before), ...modulesNeeded(after)])])
    return {
      effects: effectOf(before, after, flags, contexts, nowMs, modules),
      movers: flags.slice(0, own).map((flag) => moversOf(before, after, flag, contexts, nowMs, modules)),
    }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<Question>) => {
  void answer(event.data).then((reply) => postMessage(reply))
})
