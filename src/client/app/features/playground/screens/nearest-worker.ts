import { nearestAnswers } from '../../../../../shared/impact/nearest.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../../shared/schemas/datafile.ts'
import type { OtherAnswer } from '../../../../../shared/text/explain/other-answer.ts'

/** Request to the worker: find the smallest changes to a context that give another value of a flag. */
export type NearestQuestion = { datafile: Datafile; flag: string; context: Context; nowMs: number }
/** `others` is null if the flag has rules from another system, which cannot be analyzed. */
export type NearestReply = { others: readonly OtherAnswer[] | null }

addEventListener('message', ({ data }: MessageEvent<NearestQuestion>) => {
  const { datafile, flag, context, nowMs } = data
  postMessage({ others: nearestAnswers(datafile, flag, context, nowMs) ?? null } satisfies NearestReply)
})
