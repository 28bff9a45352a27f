import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { theTracer } from '../tracing/trace.ts'
import type { ProgramServices } from './services.ts'

/** What the log says of one request. No header, no body and no query comes into it: there the secrets are. */
export type RequestLine = {
  requestId: string
  method: string
  path: string
  status: number
  /** Until the answer was handed over whole, or the caller was gone. */
  durationMs: number
  address: string
}

/** Whether the log has a line for each request. */
const logsRequests = ({ logLevel }: Pick<Config, 'logLevel'>): boolean => logLevel === 'info' || logLevel === 'debug'

/** Writes one line for each request when it is over, at `info`: also where the caller left before the end of its answer. */
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
    // a caller who goes away ends it from elsewhere
    response.once('close', theTracer() ? AsyncLocalStorage.bind(write) : write)
  })
}

/** The line as it is written: the path without its query and without the secrets that links carry. */
const lineOf = (line: RequestLine): RequestLine => ({
  ...line,
  path: line.path.replace(/^\/(invite|reset|verify)\/[^/?]+/, '/$1/…').replace(/\?.*/s, '?…'),
  durationMs: Math.round(line.durationMs * 100) / 100,
})
