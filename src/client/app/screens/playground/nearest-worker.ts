import { nearestAnswers } from '../../../../shared/analysis/nearest.ts'
import type { OtherAnswer } from '../../../../shared/engine/what-if.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** One flag and one context, and what would have to be other for another answer. */
export type NearestQuestion = { datafile: Datafile; flag: string; context: Context; nowMs: number }
/** Null for a flag from another system: the page asks the engine's own trace. */
export type NearestReply = { others: readonly OtherAnswer[] | null }

addEventListener('message', ({ data }: MessageEvent<NearestQuestion>) => {
  const { datafile, flag, context, nowMs } = data
  postMessage({ others: nearestAnswers(datafile, flag, context, nowMs) ?? null } satisfies NearestReply)
})
