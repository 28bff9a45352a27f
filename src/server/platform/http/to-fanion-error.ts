import { ZodError } from 'zod'
import { pathText } from '../../../shared/datafile/problems.ts'
import type { ErrorCode } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { schemaProblems } from '../../../shared/errors/schema-problems.ts'
import { isDatabaseFull, isLockTimeout, isUnavailable } from '../db/failure.ts'

/**
 * Converts anything thrown to the error that the caller gets: a FanionError unchanged, a schema error as
 * `request/invalid` with its problems, a database outage as `server/unavailable`, and everything else as
 * `server/internal` without details.
 */
export const toFanionError = (error: unknown, input?: unknown): FanionError =>
  refusalIn(error, input) ?? fromStatus(error) ?? new FanionError('server/internal')

/** Converts the error, or one of its causes, if it has a specific meaning. */
function refusalIn(error: unknown, input: unknown): FanionError | undefined {
  if (error instanceof FanionError) return error
  if (error instanceof ZodError) return invalid(error, input)
  if (isLockTimeout(error)) return new FanionError('server/unavailable', { retryAfterSeconds: 2 }, held)
  if (isDatabaseFull(error)) return new FanionError('server/unavailable', { retryAfterSeconds: 60 }, full)
  if (isUnavailable(error)) return new FanionError('server/unavailable', { retryAfterSeconds: 5 })
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause, input) : undefined
}

const full = 'The database’s disk is full: nothing can be saved until there is room on it. Nothing was changed.'
const held = 'Others hold what this needs, and it took too long. Try again in a moment.'

/** Converts a schema error to one problem per field. The message is the first problem. */
export function invalid(error: ZodError, input: unknown): FanionError {
  const problems = schemaProblems(error, input).map(({ path, problem, expected }) => ({
    path: pathText(path),
    problem,
    expected,
  }))
  const [first] = problems
  const sentence = first ? `${first.path || 'The request'} ${first.problem}; expected: ${first.expected}.` : undefined
  return new FanionError('request/invalid', { problems }, sentence)
}

// Errors of fastify have a status.
const byStatus: Record<number, ErrorCode> = {
  400: 'request/invalid',
  // Paths that can't be files: `//`, `/./`, or too long.
  403: 'request/invalid',
  404: 'request/invalid',
  413: 'request/too-large',
  414: 'request/too-large',
  415: 'request/invalid',
  429: 'request/rate-limited',
}

// Errors of tRPC itself.
const unreadable = new Set<unknown>(['BAD_REQUEST', 'PARSE_ERROR', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_MEDIA_TYPE'])

function fromStatus(error: unknown): FanionError | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && error.code === 'PAYLOAD_TOO_LARGE') return new FanionError('request/too-large')
  if ('code' in error && error.code === 'NOT_FOUND') return notThere(error.message)
  if ('code' in error && unreadable.has(error.code)) return malformed(error.message)
  if (!('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  const code = byStatus[error.statusCode]
  return code ? new FanionError(code, {}, error.message) : undefined
}

const malformed = (message: string) =>
  new FanionError('request/invalid', {}, `The request couldn’t be read: ${message}`)
const notThere = (message: string) => new FanionError('request/invalid', {}, message)
