import { catalogue, type ErrorCode } from './catalogue.ts'

/** A problem with one field: its path, the problem, and what is expected. */
export type Problem = { path: string; problem: string; expected: string }

/** Details of an error. `retryAfterSeconds` is also sent as the `Retry-After` header. */
export type ErrorDetails = { problems?: Problem[]; retryAfterSeconds?: number; [detail: string]: unknown }

/** An error that the caller is expected to handle. All other errors are internal faults. */
export class FanionError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}, sentence: string = catalogue[code].sentence) {
    super(sentence)
    this.name = 'FanionError'
    this.code = code
    this.details = details
  }
}
