import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Subscriber } from '../live/hub.ts'
import { sseHeaders } from '../live/sse.ts'
import { theTracer } from '../tracing/trace.ts'
import { flattenString } from './flatten-string.ts'

type Transport = Pick<Subscriber, 'write' | 'pending' | 'end' | 'cut'>

/** Headers that browsers apply only to pages. */
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Opens an event stream: writes `first`, then the subscription's events until either side closes, then calls `release`.
 * Subscribes synchronously, so no event is lost in between.
 */
export function openStream(
  response: ServerResponse,
  first: Buffer,
  release: () => void,
  subscribe: (transport: Transport) => () => void,
): void {
  // A stream is not a page, and thousands of open streams keep their headers in memory.
  for (const name of ofPages) response.removeHeader(name)
  response.writeHead(200, sseHeaders)
  response.write(first)
  slim(response)
  theTracer()?.streams()
  const socket = chunkedSocket(response)
  const leave = subscribe({
    write: (bytes) => void (socket ? socket.write(chunkOf(bytes)) : response.write(bytes)),
    pending: () => (socket ?? response).writableLength,
    end: () => {
      // The client may read the end much later. Nothing more is written until then.
      leave()
      response.end()
    },
    cut: () => void response.destroy(),
  })
  response.once('close', () => {
    leave()
    release()
  })
}

const nothing = Object.freeze({})
const none: string[] = []

/** Releases the request's headers and the written response head, which are not needed while a stream is open. */
function slim(response: ServerResponse): void {
  response.req.headers = nothing
  response.req.rawHeaders = none
  flattenString(String(Reflect.get(response, '_header')))
}

/**
 * Returns the socket if chunks can be written to it directly. Otherwise an HTTP/1.1 response would encode each write
 * again for thousands of streams.
 */
const chunkedSocket = (response: ServerResponse): Socket | null =>
  response.chunkedEncoding && response.req.httpVersion === '1.1' ? response.socket : null

const chunks = new WeakMap<Buffer, Buffer>()
const lineEnd = Buffer.from('\r\n')

/** Encodes bytes as an HTTP/1.1 chunk (RFC 9112, section 7.1). Cached for all streams that send them. */
function chunkOf(bytes: Buffer): Buffer {
  const known = chunks.get(bytes)
  if (known) return known
  const made = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd])
  chunks.set(bytes, made)
  return made
}
