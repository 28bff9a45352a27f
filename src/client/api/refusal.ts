import { TRPCClientError } from '@trpc/client'
import type { ErrorCode } from '../../shared/errors/catalogue.ts'
import type { ErrorDetails, Problem } from '../../shared/errors/fanion-error.ts'
import { placeText } from '../../shared/text/place.ts'

/** Why a call failed, ready for people: the catalogue's code, or `offline` when no server answered. */
export type Refusal = {
  code: ErrorCode | 'offline'
  sentence: string
  details: ErrorDetails
  requestId: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** By its form, so that no page loads the catalogue for it; a code of a newer server is one, too. */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && /^[a-z-]+\/[a-z-]+$/.test(value)

/** The server's sentence about a field begins with its path, for programs; for people, with what it is called. */
const inWords = (sentence: string, { problems }: ErrorDetails): string => {
  const path = problems?.[0]?.path
  if (typeof path !== 'string' || path === '' || !sentence.startsWith(`${path} `)) return sentence
  const place = placeText(path)
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}${sentence.slice(path.length)}`
}

/** Reads any failure of a call. What is no refusal of the server counts as not having reached it. */
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
  // an answer of tRPC itself (unknown procedure, unreadable body): the server is there, but not as this client expects it
  if (isRecord(data) && error instanceof Error)
    return { code: 'server/internal', sentence: error.message, details: {}, requestId: null }
  return { code: 'offline', sentence: 'The server isn’t responding.', details: {}, requestId: null }
}

/** The problem of one field, when the refusal names it. */
export const problemAt = (refusal: Refusal, path: string): string | null => {
  const problem = refusal.details.problems?.find((p: Problem) => p.path === path || p.path.startsWith(`${path}.`))
  return problem === undefined ? null : `${problem.problem}: ${problem.expected}`
}
