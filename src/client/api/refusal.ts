import { TRPCClientError } from '@trpc/client'
import type { ErrorCode } from '../../shared/errors/catalogue.ts'
import type { ErrorDetails, Problem } from '../../shared/errors/fanion-error.ts'
import { placeText } from '../../shared/text/place.ts'

/** A failed call in readable form. The code is from the error catalogue, or `offline` if no server responded. */
export type Refusal = {
  code: ErrorCode | 'offline'
  sentence: string
  details: ErrorDetails
  requestId: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Checks the format only: that avoids loading the catalogue on every page and accepts codes of newer servers. */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && /^[a-z-]+\/[a-z-]+$/.test(value)

/** Replaces the field path at the start of the server’s message with the field’s label. */
const inWords = (sentence: string, { problems }: ErrorDetails): string => {
  const path = problems?.[0]?.path
  if (typeof path !== 'string' || path === '' || !sentence.startsWith(`${path} `)) return sentence
  const place = placeText(path)
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}${sentence.slice(path.length)}`
}

/** Converts any failure of a call to a `Refusal`. An error that the server did not send counts as `offline`. */
export const refusalOf = (error: unknown): Refusal => {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined
  const fanion = isRecord(data) ? data['fanion'] : undefined
  if (error instanceof Error && isRecord(fanion) && isCode(fanion['code'])) {
    return {
      code: fanion['code'],
      sentence: inWords(error.message, isRecord(fanion['details']) ? fanion['details'] : {}),
      details: isRecord(fanion['details']) ? fanion['details'] : {},
      requestId: typeof fanion['requestId'] === 'string' ? fanion['requestId'] : null,
    }
  }
  // An error of tRPC itself (unknown procedure, unreadable body): the server responds, but not as this client expects.
  if (isRecord(data) && error instanceof Error)
    return { code: 'server/internal', sentence: error.message, details: {}, requestId: null }
  return { code: 'offline', sentence: 'The server isn’t responding.', details: {}, requestId: null }
}

/** The problem of one field, if the refusal names it. */
export const problemAt = (refusal: Refusal, path: string): string | null => {
  const problem = refusal.details.problems?.find((p: Problem) => p.path === path || p.path.startsWith(`${path}.`))
  return problem === undefined ? null : `${problem.problem}: ${problem.expected}`
}
