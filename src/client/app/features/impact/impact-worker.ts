import { type Impact, impactOf } from '../../../../shared/impact/impact.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** Request to the worker: two states, and recent contexts to take examples from. */
export type ImpactRequest = { before: Datafile; after: Datafile; contexts: readonly Context[]; nowMs: number }

export type ImpactReply = { impact: Impact } | { problem: string }

const answer = ({ before, after, contexts, nowMs }: ImpactRequest): ImpactReply => {
  try {
    return { impact: impactOf(before, after, { nowMs, contexts }) }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<ImpactRequest>) => postMessage(answer(event.data)))
