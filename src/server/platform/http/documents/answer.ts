import type { Document } from '../document.ts'
import type { Exchange } from '../ofrep/exchange.ts'
import { compressAs, type Encoding, encodingFor } from '../packed.ts'

/** Shorter documents are not worth compressing, unless their format says so. */
const worthPacking = 1_024

/**
 * Sends a shared document, bypassing all response hooks: 304 if the client has it, and compressed once for all clients.
 * Returns the status.
 */
export function answerDocument({ request, reply }: Exchange, document: Document): number | Promise<number> {
  const { etag, headers } = document
  const always = { etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization', ...headers }
  if (request.headers['if-none-match']?.includes(etag)) {
    reply.hijack()
    reply.raw.writeHead(304, always).end()
    return 304
  }
  const bytes = document.bytes()
  const send = (body: Buffer, encoding?: Encoding): number => {
    reply.hijack()
    reply.raw.writeHead(200, {
      ...always,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': body.length,
    })
    reply.raw.end(body)
    return 200
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === undefined || (bytes.length < worthPacking && !document.packShort)) return send(bytes)
  const body = compressAs(bytes, encoding)
  return body instanceof Promise ? body.then((ready) => send(ready, encoding)) : send(body, encoding)
}
