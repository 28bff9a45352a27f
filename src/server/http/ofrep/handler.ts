import type { RequestListener } from 'node:http'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { preflightHeaders } from '../allow-origin.ts'
import { addressOf } from '../gate.ts'
import { stackOf } from '../log-fault.ts'
import { lineOf, logsRequests } from '../log-requests.ts'
import { requestId } from '../request-id.ts'
import type { Services } from '../services.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { evaluateAll } from './evaluate-all.ts'
import { evaluateFlag } from './evaluate-flag.ts'
import { answer, type Exchange } from './exchange.ts'
import { changeStream } from './stream.ts'

/** What begins like this is answered here, before the web framework sees it. */
export const ofrepPrefix = '/ofrep/'

const allFlags = '/ofrep/v1/evaluate/flags'
const oneFlag = '/ofrep/v1/evaluate/flags/'
const stream = '/ofrep/v1/stream'

/** Answers OFREP 0.3.0: every OpenFeature SDK can evaluate here. Errors have OFREP's shapes. */
export const ofrepHandler = (services: Services): RequestListener => {
  const logs = logsRequests(services.config)
  return (request, response) => {
    const exchange = { request, response, url: new URL(request.url ?? '/', 'http://here') }
    const startedMs = performance.now()
    const key = keyOf(exchange.url)
    let id: string | undefined
    const getId = () => (id ??= requestId(request, services))
    response.once('close', () => {
      const durationMs = performance.now() - startedMs
      if (exchange.url.pathname !== stream) {
        services.metrics.answered(routeOf(exchange.url, key), response.statusCode, durationMs / 1_000)
      }
      if (!logs) return
      const address = addressOf(request, services.config.trustProxy)
      const { method = '', url: path = '' } = request
      services.log.info(
        lineOf({ requestId: getId(), method, path, status: response.statusCode, durationMs, address }),
        'request',
      )
    })
    route(services, exchange, key).catch((error: unknown) => refuse(services, exchange, key, getId, error))
  }
}

function route(services: Services, exchange: Exchange, key: string | undefined): Promise<void> {
  const { method } = exchange.request
  const { pathname } = exchange.url
  if (method === 'OPTIONS') return preflight(exchange)
  if (method === 'POST' && key !== undefined) return evaluateFlag(services, exchange, key)
  if (method === 'POST' && pathname === allFlags) return evaluateAll(services, exchange)
  if (method === 'GET' && pathname === stream) return changeStream(services, exchange)
  answer(exchange, 404, JSON.stringify({ errorDetails: `There is nothing at ${method} ${pathname}.` }))
  return Promise.resolve()
}

function keyOf({ pathname }: URL): string | undefined {
  if (!pathname.startsWith(oneFlag) || pathname.length === oneFlag.length) return undefined
  const text = pathname.slice(oneFlag.length)
  try {
    return decodeURIComponent(text)
  } catch {
    return text // no flag has a key like this
  }
}

/** The address with a name in place of the flag, for the metrics. */
function routeOf({ pathname }: URL, key: string | undefined): string {
  if (key !== undefined) return `${oneFlag}{key}`
  return pathname === allFlags || pathname === stream ? pathname : 'none'
}

async function preflight({ request, response }: Exchange): Promise<void> {
  response.writeHead(204, preflightHeaders(request.headers.origin)).end()
}

function refuse(
  services: Services,
  exchange: Exchange,
  key: string | undefined,
  getId: () => string,
  error: unknown,
): void {
  const refusal = error instanceof FanionError ? error : toFanionError(error)
  const { status } = catalogue[refusal.code]
  if (refusal.code === 'server/internal') {
    services.log.error({ requestId: getId(), error: stackOf(error) }, 'an evaluation request failed')
  }
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const { retryAfterSeconds } = refusal.details
  if (retryAfterSeconds) exchange.response.setHeader('retry-after', String(retryAfterSeconds))
  const errorCode = status === 400 ? 'INVALID_CONTEXT' : 'GENERAL'
  answer(exchange, status, JSON.stringify({ key, errorCode, errorDetails: refusal.message }))
}
