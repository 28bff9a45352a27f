import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { theTracer } from '../tracing/trace.ts'
import type { ProgramServices } from './services.ts'

/** A request log line. It contains no headers, body or query, because they can contain secrets. */
export type RequestLine = {
  requestId: string
  method: string
  path: string
  status: number
  /** Until the response was sent completely or the client disconnected. */
  durationMs: number
  address: string
}

const logsRequests = ({ logLevel }: Pick<Config, 'logLevel'>): boolean => logLevel === 'info' || logLevel === 'debug'

/** Logs one line per finished request at level `info`, also if the client disconnected early. */
export function logRequests(app: FastifyInstance, { config, log, proxies }: ProgramServices): void {
  if (!logsRequests(config)) return
  app.addHook('onRequest', async ({ id, method, url, raw }, { raw: response }) => {
    const startedMs = performance.now()
    const address = proxies.addressOf(raw)
    const write = () => {
      const durationMs = performance.now() - startedMs
      const line = lineOf({ requestId: id, method, path: url, status: response.statusCode, durationMs, address })
      log.info(line, 'request')
    }
    // If the client disconnects, `close` is emitted outside the request's async context.
    response.once('close', theTracer() ? AsyncLocalStorage.bind(write) : write)
  })
}

/** The logged line: its path has no query and none of the secrets that links contain. */
const lineOf = (line: RequestLine): RequestLine => ({
  ...line,
  path: line.path.replace(/^\/(invite|reset|verify)\/[^/?]+/, '/$1/…').replace(/\?.*/s, '?…'),
  durationMs: Math.round(line.durationMs * 100) / 100,
})
