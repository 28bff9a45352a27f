import type { RequestListener } from 'node:http'
import { catalogue } from '../../../shared/errors/catalogue.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Services } from '../services.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { evaluateAll } from './evaluate-all.ts'
import { evaluateFlag } from './evaluate-flag.ts'
import { answer, type Exchange } from './exchange.ts'
import { changeStream } from './stream.ts'

/** What begins like this is answered here, before the web framework sees it. */
export const ofrepPrefix = '/ofrep/'

const oneFlag = '/ofrep/v1/evaluate/flags/'

/** Answers OFREP 0.3.0: every OpenFeature SDK can evaluate here. Errors have OFREP's shapes. */
export const ofrepHandler =
  (services: Services): RequestListener =>
  (request, response) => {
    const exchange = { request, response, url: new URL(request.url ?? '/', 'http://here') }
    const key = keyOf(exchange.url)
    route(services, exchange, key).catch((error: unknown) => refuse(services, exchange, key, error))
  }

function route(services: Services, exchange: Exchange, key: string | undefined): Promise<void> {
  const { method } = exchange.request
  const { pathname } = exchange.url
  if (method === 'OPTIONS') return preflight(exchange)
  if (method === 'POST' && key !== undefined) return evaluateFlag(services, exchange, key)
  if (method === 'POST' && pathname === '/ofrep/v1/evaluate/flags') return evaluateAll(services, exchange)
  if (method === 'GET' && pathname === '/ofrep/v1/stream') return changeStream(services, exchange)
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

/** A preflight comes without the key: what the key allows is decided when the request itself comes. */
async function preflight({ request, response }: Exchange): Promise<void> {
  response.writeHead(204, {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, if-none-match, x-api-key',
    'access-control-max-age': '7200',
    vary: 'origin',
  })
  response.end()
}

function refuse(services: Services, exchange: Exchange, key: string | undefined, error: unknown): void {
  const refusal = error instanceof FanionError ? error : toFanionError(error)
  const { status } = catalogue[refusal.code]
  if (refusal.code === 'server/internal') {
    const details = { error: error instanceof Error ? error.stack : String(error) }
    services.log.error(details, 'an evaluation request failed')
  }
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const { retryAfterSeconds } = refusal.details
  if (retryAfterSeconds) exchange.response.setHeader('retry-after', String(retryAfterSeconds))
  const errorCode = status === 400 ? 'INVALID_CONTEXT' : 'GENERAL'
  answer(exchange, status, JSON.stringify({ key, errorCode, errorDetails: refusal.message }))
}
