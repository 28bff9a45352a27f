import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Services } from './services.ts'

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
export const logsRequests = ({ logLevel }: Config): boolean => logLevel === 'info' || logLevel === 'debug'

/** Writes one line for each request when it is over, at `info`. */
export function logRequests(app: FastifyInstance, { config, log, proxies }: Services): void {
  if (!logsRequests(config)) return
  app.addHook('onResponse', async ({ id, method, url, raw }, { statusCode, elapsedTime }) => {
    const address = proxies.addressOf(raw)
    log.info(
      lineOf({ requestId: id, method, path: url, status: statusCode, durationMs: elapsedTime, address }),
      'request',
    )
  })
}

/** The line as it is written: the path without its query and without the secrets that links carry. */
export const lineOf = (line: RequestLine): RequestLine => ({
  ...line,
  path: line.path.replace(/^\/(invite|reset|verify)\/[^/?]+/, '/$1/…').replace(/\?.*/s, '?…'),
  durationMs: Math.round(line.durationMs * 100) / 100,
})
