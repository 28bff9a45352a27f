import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Soon } from '../../kernel/soon.ts'
import { refusalHeaders } from '../allow-origin.ts'
import { stackOf } from '../log-fault.ts'
import { lineOf } from '../log-requests.ts'
import { requestId } from '../request-id.ts'
import type { Services } from '../services.ts'
import { toFanionError } from '../to-fanion-error.ts'

/** What an address of OFREP asks for. */
export type Target = {
  /** The address with a name in place of the flag, for the metrics. */
  readonly route: string
  /** The flag that is asked for, where it is one. */
  readonly key?: string
}

/** One request to an OFREP endpoint and its answer, on bare `node:http`: these are asked more than all others together. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: Target
  readonly #services: Services
  readonly #startedMs = performance.now()
  #id: string | undefined

  constructor(services: Services, request: IncomingMessage, response: ServerResponse, target: Target) {
    this.#services = services
    this.request = request
    this.response = response
    this.target = target
  }

  /** Does what may be refused, now or later, and answers with the refusal. */
  attempt(act: () => Soon<void>): void {
    try {
      const doing = act()
      if (doing instanceof Promise) doing.catch((error: unknown) => this.#refuse(error))
    } catch (error) {
      this.#refuse(error)
    }
  }

  /** Answers with JSON that is text already, of so many bytes. */
  answer(status: number, json: string, bytes = Buffer.byteLength(json)): void {
    this.response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    // ASCII is the same bytes in both, and these are only copied
    this.response.end(json, bytes === json.length ? 'latin1' : 'utf8')
    this.#answered(status)
  }

  /** Answers that what the caller has is what it would be given. */
  unchanged(): void {
    this.response.writeHead(304).end()
    this.#answered(304)
  }

  /** Has the log say when it is over, how it ended and how long it took. */
  logged(): void {
    const { request, response } = this
    response.once('close', () => {
      const { method = '', url: path = '' } = request
      const durationMs = performance.now() - this.#startedMs
      const address = this.#services.proxies.addressOf(request)
      const line = { requestId: this.#requestId(), method, path, status: response.statusCode, durationMs, address }
      this.#services.log.info(lineOf(line), 'request')
    })
  }

  #answered(status: number): void {
    this.#services.metrics.answered(this.target.route, status, (performance.now() - this.#startedMs) / 1_000)
  }

  #requestId(): string {
    this.#id ??= requestId(this.request, this.#services)
    return this.#id
  }

  #refuse(error: unknown): void {
    const { response } = this
    const refusal = error instanceof FanionError ? error : toFanionError(error)
    const { status } = catalogue[refusal.code]
    if (refusal.code === 'server/internal') {
      const details = { requestId: this.#requestId(), error: stackOf(error) }
      this.#services.log.error(details, 'an evaluation request failed')
    }
    if (response.headersSent) return void response.destroy()
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds) response.setHeader('retry-after', String(retryAfterSeconds))
    const { origin } = this.request.headers
    for (const [name, value] of Object.entries(refusalHeaders(status, origin))) response.setHeader(name, value)
    const errorCode = status === 400 ? 'INVALID_CONTEXT' : 'GENERAL'
    this.answer(status, JSON.stringify({ key: this.target.key, errorCode, errorDetails: refusal.message }))
  }
}
