import type { IncomingMessage, RequestListener } from 'node:http'
import type { Drain } from './drain.ts'
import { isProgramPath } from './program-paths.ts'

/**
 * The same server on its way out: connections end with their answer, so that a proxy keeps none; and in the end reads
 * of programs are not answered at all, as if nobody listened any more. A proxy then asks the next server and leaves
 * this one alone, before a request that must not be sent twice could meet a closing door.
 */
export const leaving =
  (drain: Drain, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (drain.announced) response.setHeader('connection', 'close')
    if (drain.gone && isRead(request)) return void request.socket.destroy()
    listener(request, response)
  }

/** What every other server answers as well, and may be asked twice. */
const isRead = ({ method, url = '' }: IncomingMessage): boolean =>
  url.startsWith('/ofrep/') || (method === 'GET' && isProgramPath(url))
