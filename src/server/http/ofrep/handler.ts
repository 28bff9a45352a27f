import type { RequestListener } from 'node:http'
import type { Soon } from '../../kernel/soon.ts'
import { preflightHeaders } from '../allow-origin.ts'
import { logsRequests } from '../log-requests.ts'
import type { Services } from '../services.ts'
import { evaluateAll } from './evaluate-all.ts'
import { evaluateFlag } from './evaluate-flag.ts'
import { Exchange, type Target } from './exchange.ts'
import { changeStream } from './stream.ts'

/** What begins like this is answered here, before the web framework sees it. */
export const ofrepPrefix = '/ofrep/'

const oneFlag = '/ofrep/v1/evaluate/flags/'
const all: Target = { route: '/ofrep/v1/evaluate/flags' }
const stream: Target = { route: '/ofrep/v1/stream' }
const none: Target = { route: 'none' }

/**
 * Answers OFREP 0.3.0: every OpenFeature SDK can evaluate here. Errors have OFREP's shapes. What is in memory is answered
 * in the turn in which the request came.
 */
export const ofrepHandler = (services: Services): RequestListener => {
  const logs = logsRequests(services.config)
  return (request, response) => {
    const exchange = new Exchange(services, request, response, targetOf(request.url ?? ''))
    if (logs) exchange.logged()
    exchange.attempt(() => route(services, exchange))
  }
}

function route(services: Services, exchange: Exchange): Soon<void> {
  const { target, request, response } = exchange
  const { method } = request
  if (method === 'OPTIONS') return void response.writeHead(204, preflightHeaders(request.headers.origin)).end()
  if (method === 'POST' && target.key !== undefined) return evaluateFlag(services, exchange, target.key)
  if (method === 'POST' && target === all) return evaluateAll(services, exchange)
  if (method === 'GET' && target === stream) return changeStream(services, exchange)
  exchange.answer(404, JSON.stringify({ errorDetails: `Nothing exists at ${method} ${pathOf(request.url ?? '')}.` }))
}

function targetOf(url: string): Target {
  const path = pathOf(url)
  if (path.startsWith(oneFlag) && path.length > oneFlag.length) {
    return { route: `${oneFlag}{key}`, key: decoded(path.slice(oneFlag.length)) }
  }
  return path === all.route ? all : path === stream.route ? stream : none
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text // no flag has a key like this
  }
}
