import { catalogue, type ErrorCode } from './catalogue.ts'

/** What is wrong with one field: where, what, and what would be right. */
export type Problem = { path: string; problem: string; expected: string }

/** What a refusal says besides its sentence; `retryAfterSeconds` also leaves as the header Retry-After. */
export type ErrorDetails = { problems?: Problem[]; retryAfterSeconds?: number; [detail: string]: unknown }

/** The one error class: a refusal that the caller is meant to handle. Faults are anything else. */
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
