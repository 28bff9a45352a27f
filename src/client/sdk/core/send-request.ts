import { describe } from './describe.ts'
import type { FetchResponse, Platform } from './platform.ts'

/** Time limit for the start of a response. Specification, section 9. */
export const connectMs = 3_000

/**
 * Disables the `fetch` cache of Next.js. It would copy every response and wait for the end of endless streams, so a
 * page build that awaits `ready` would stall for a minute. `internal` is Next.js' own marker for requests that are not
 * the application's.
 */
const next = { internal: true } as const

/** A failed request. `refused` is final: the server rejects the key. `lost` can be retried. */
export type RequestFailure = {
  readonly kind: 'refused' | 'lost'
  readonly reason: string
  /** The HTTP status, if the server answered. */
  readonly status?: number
  readonly retryAfter?: string | null
}

export type Request = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborted when the client is closed. */
  readonly signal: AbortSignal
}

/** Extends the deadline by `ms`. `what` names the awaited thing in the error message. */
export type ExtendDeadline = (ms: number, what: string) => void

/**
 * Sends one request with a deadline: a response must start within `answerMs` (default 3 s), and `read` extends the
 * deadline as it makes progress. Returns the result of `read`, or a failure. Never rejects.
 */
export const sendRequest = async <T>(
  platform: Pick<Platform, 'fetch' | 'startTimer'>,
  request: Request,
  read: (response: FetchResponse, patience: ExtendDeadline) => Promise<T>,
  answerMs = connectMs,
): Promise<T | RequestFailure> => {
  const controller = new AbortController()
  let reason: string | null = null
  const cut = (why: string) => {
    reason ??= why
    controller.abort()
  }
  const closed = () => cut('closed')
  request.signal.addEventListener('abort', closed, { once: true })
  if (request.signal.aborted) closed()
  let calm = () => {}
  const patience: ExtendDeadline = (ms, what) => {
    calm()
    calm = platform.startTimer(() => cut(`${what} within ${ms / 1_000} s`), ms)
  }
  try {
    patience(answerMs, 'no answer')
    const { url, method, headers, body } = request
    const response = await platform.fetch(url, {
      method,
      headers,
      signal: controller.signal,
      next,
      ...(body === undefined ? {} : { body }),
    })
    const { status } = response
    const failure = failureOf(status)
    if (failure !== null) return { ...failure, status, retryAfter: response.headers.get('retry-after') }
    return await read(response, patience)
  } catch (cause) {
    return { kind: 'lost', reason: reason ?? `the server cannot be reached (${describe(cause)})` }
  } finally {
    calm()
    request.signal.removeEventListener('abort', closed)
    // Cancels a body that was not read to its end.
    controller.abort()
  }
}

/** Returns the failure that a status code means; null below 400. */
export const failureOf = (status: number): RequestFailure | null => {
  if (status === 401) return { kind: 'refused', reason: 'the server does not know this key (401)' }
  if (status === 403) return { kind: 'refused', reason: 'the server does not allow this key here (403)' }
  return status < 400 ? null : { kind: 'lost', reason: `the server answered ${status}` }
}
