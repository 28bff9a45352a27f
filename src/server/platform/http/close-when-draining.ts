import type { IncomingMessage, RequestListener } from 'node:http'
import type { Drain } from './drain.ts'
import { isProgramPath } from './program-paths.ts'

/**
 * Wraps a listener for shutdown: connections close after their response, so that proxies do not reuse them. In the last
 * phase SDK reads are dropped without a response, as if no server were listening. A proxy then retries them on the next
 * server and avoids this one, before it can send a request here that must not be retried.
 */
export const closeWhenDraining =
  (drain: Drain, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (drain.announced) response.setHeader('connection', 'close')
    if (drain.gone && isRead(request)) return void request.socket.destroy()
    listener(request, response)
  }

/** Whether a request is an idempotent read that every other server can answer. */
const isRead = ({ method, url = '' }: IncomingMessage): boolean =>
  url.startsWith('/ofrep/') || (method === 'GET' && isProgramPath(url))
