import type { Answer } from '../core/answers.ts'
import type { Details, ErrorCode, Reason } from '../core/details.ts'
import { detailsOf } from '../core/details-of.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The answers in an OFREP body, or in what was kept of one. Throws an `Error` where it is none. */
export const answersOf = (json: unknown): Answer[] => {
  const flags = isRecord(json) ? json.flags : undefined
  if (!Array.isArray(flags)) throw new Error('flags must be a list')
  return flags.filter((flag): flag is Answer => isRecord(flag) && typeof flag.key === 'string')
}

/** Where to hear of changes, as an OFREP body says; null where it names nothing that is known here. */
export const eventStreamOf = (json: unknown): { url: string; idleMs: number } | null => {
  const streams: unknown = isRecord(json) ? json.eventStreams : null
  if (!Array.isArray(streams)) return null
  const stream: unknown = streams.find((one) => one?.type === 'sse')
  if (!isRecord(stream) || typeof stream.url !== 'string') return null
  return { url: stream.url, idleMs: 1_000 * (Number(stream.inactivityDelaySec) || 120) }
}

/**
 * The new answers, with those that say the same as before kept as they were, so that whoever compares objects sees no
 * change; and the keys of those that do not.
 */
export const merge = (before: ReadonlyMap<string, Answer>, answers: readonly Answer[]) => {
  const after = new Map<string, Answer>()
  const changed = new Set(before.keys())
  for (const answer of answers) {
    const known = before.get(answer.key)
    const same = known !== undefined && JSON.stringify(known) === JSON.stringify(answer)
    after.set(answer.key, same ? known : answer)
    if (same) changed.delete(answer.key)
    else changed.add(answer.key)
  }
  return { answers: after, keys: [...changed] }
}

/** An answer with everything there is to know about it in a page. */
export const answerDetails = <Value>(
  answer: Partial<Answer> | undefined,
  ready: boolean,
  fallback: Value,
  accepts: (value: unknown) => boolean,
): Details<Value> => {
  const { value, variant, reason, errorCode, errorDetails }: Partial<Answer> = answer ?? {
    errorCode: ready ? 'FLAG_NOT_FOUND' : 'PROVIDER_NOT_READY',
  }
  return detailsOf(
    {
      value,
      variant: variant ?? null,
      // OFREP says that these are OpenFeature's; a server that says something else is passed on as it is.
      reason: (errorCode === undefined ? (reason ?? 'UNKNOWN') : 'ERROR') as Reason,
      errorCode: (errorCode ?? null) as ErrorCode | null,
      detail: errorDetails ?? null,
      rule: null,
      prerequisite: null,
      warning: null,
    },
    null,
    fallback,
    accepts,
  )
}

/**
 * A short name for a context (32-bit FNV-1a), so that what is kept of one visitor is not served to another, and the
 * context itself is not kept.
 */
export const nameOf = (context: unknown): number => {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(context)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
