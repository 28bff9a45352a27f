import type { Fetch } from '../../../client/sdk/core/platform.ts'
import { boundedText } from '../../../shared/bounded-text.ts'
import { RelayAnswer, type RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'

/** The upstream cannot be reached, or sent an unexpected response. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamAway'
}

/** The upstream itself rejected the relay's key. */
export class RelayKeyRejected extends Error {
  override readonly name = 'KeyRefused'
}

/** The upstream's response to a forwarded request. */
export type UpstreamResponse = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }

/** Timeout of a request. */
const answerMs = 10_000

/** Error codes with which an upstream rejects a key. Rejections from a proxy in between differ. */
const keyRefusals = new Set(['auth/token-invalid', 'auth/token-expired', 'auth/forbidden'])

/** What a link connects to: an upstream, or a snapshot file in its place. */
export type UpstreamPort = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly ask: (question: RelayQuestion) => Promise<RelayAnswer>
  readonly pass: (path: string, body: unknown, way?: string) => Promise<UpstreamResponse>
  readonly read: (path: string) => Promise<UpstreamResponse>
  /** Opens the stream, if it does not come from the network. */
  readonly fetch?: Fetch
}

/** One environment of an upstream, accessed with a server key. The key stays in memory. */
export class Upstream implements UpstreamPort {
  readonly url: string
  readonly #key: string
  readonly #signal: AbortSignal

  constructor(url: string, key: string, signal: AbortSignal) {
    this.url = url
    this.#key = key
    this.#signal = signal
  }

  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#key}` }
  }

  /** Queries keys and builds. Throws `UpstreamAway` or `KeyRefused`. */
  async ask(question: RelayQuestion): Promise<RelayAnswer> {
    const { status, body } = await this.pass('/sdk/v1/relay', question)
    if (status !== 200) throw new UpstreamUnavailable(`it answered ${status}`)
    const answer = RelayAnswer.safeParse(body)
    if (!answer.success) throw new UpstreamUnavailable('its answer is none of a Fanion server of this version')
    return answer.data
  }

  /**
   * Forwards a report, with the way it arrived. Throws `UpstreamAway` if the upstream neither accepts nor rejects it.
   */
  pass(path: string, body: unknown, way?: string): Promise<UpstreamResponse> {
    return this.#exchange(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        ...this.headers,
        'content-type': 'application/json',
        ...(way === undefined ? {} : { 'fanion-relayed': way }),
      },
    })
  }

  /** Reads something that `fanion pull` requests. */
  read(path: string): Promise<UpstreamResponse> {
    return this.#exchange(path, { headers: this.headers })
  }

  async #exchange(path: string, init: RequestInit): Promise<UpstreamResponse> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(answerMs)])
    let status: number
    let text: string
    let retryAfter: string | null
    try {
      const response = await fetch(this.url + path, { ...init, redirect: 'error', signal })
      status = response.status
      retryAfter = response.headers.get('retry-after')
      text = await boundedText(response)
    } catch (error) {
      throw new UpstreamUnavailable(`it cannot be reached (${reasonOf(error)})`, { cause: error })
    }
    const body = parsed(text)
    if ((status === 401 || status === 403) && keyRefusals.has(codeOf(body) ?? ''))
      throw new RelayKeyRejected(codeOf(body))
    if (status >= 500 || status === 401 || status === 403 || status === 404 || status === 429)
      throw new UpstreamUnavailable(`it answered ${status}`)
    return { status, body, retryAfter }
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error code in a response, if it has our format. */
const codeOf = (body: unknown): string | undefined => {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
