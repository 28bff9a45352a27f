import { nearestAnswers } from '../../../../../shared/impact/nearest.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../../shared/schemas/datafile.ts'
import type { OtherAnswer } from '../../../../../shared/text/explain/other-answer.ts'

/** One flag and one context, and what would have to be other for another answer. */
export type NearestQuestion = { datafile: Datafile; flag: string; context: Context; nowMs: number }
/** Null where the rules of another system are not decided. */
export type NearestReply = { others: readonly OtherAnswer[] | null }

addEventListener('message', ({ data }: MessageEvent<NearestQuestion>) => {
  const { datafile, flag, context, nowMs } = data
  postMessage({ others: nearestAnswers(datafile, flag, context, nowMs) ?? null } satisfies NearestReply)
})
