import { describe } from './describe.ts'
import type { FetchResponse, Platform } from './platform.ts'

/** First connect, specification section 9. */
export const connectMs = 3_000

/**
 * Next.js would keep a copy of every answer for its cache, and wait for the end of a stream that has none: a build of a page
 * that awaits `ready` would stall for a minute. This is its own word for a request that is not the application's.
 */
const next = { internal: true } as const

/** `refused` is final: the server does not take this key. After `lost` it is worth trying again. */
export type Failure = {
  readonly kind: 'refused' | 'lost'
  readonly reason: string
  /** Of the answer, where there was one. */
  readonly status?: number
  readonly retryAfter?: string | null
}

export type Request = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Cuts the exchange when its owner closes. */
  readonly signal: AbortSignal
}

/** Gives the other side `ms` more to be heard from before the exchange is cut; `what` says what was waited for. */
export type Patience = (ms: number, what: string) => void

/**
 * One exchange with the server, under a watchdog: an answer must begin within `answerMs` (three seconds by
 * default), and `read` extends that as it goes. Returns what `read` returns, or why there is nothing to read. Never rejects.
 */
export const exchange = async <T>(
  platform: Pick<Platform, 'fetch' | 'startTimer'>,
  request: Request,
  read: (response: FetchResponse, patience: Patience) => Promise<T>,
  answerMs = connectMs,
): Promise<T | Failure> => {
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
  const patience: Patience = (ms, what) => {
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
    // Lets go of a body that nobody read to its end.
    controller.abort()
  }
}

/** What the status of an answer says is wrong; null where it says nothing. */
export const failureOf = (status: number): Failure | null => {
  if (status === 401) return { kind: 'refused', reason: 'the server does not know this key (401)' }
  if (status === 403) return { kind: 'refused', reason: 'the server does not allow this key here (403)' }
  return status < 400 ? null : { kind: 'lost', reason: `the server answered ${status}` }
}
