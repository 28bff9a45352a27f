import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Subscriber } from '../live/hub.ts'
import { sseHeaders } from '../live/sse.ts'
import { theTracer } from '../tracing/trace.ts'
import { flat } from './flat.ts'

type Transport = Pick<Subscriber, 'write' | 'pending' | 'end' | 'cut'>

/** Headers that browsers heed of pages alone. */
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
 * Answers with an event stream: `first` at once, then whatever the subscription writes, until either side closes, and
 * then calls `release`.
 * Nothing is waited for in between, so no event falls between the two.
 */
export function openStream(
  response: ServerResponse,
  first: Buffer,
  release: () => void,
  subscribe: (transport: Transport) => () => void,
): void {
  // a stream is no page, and thousands of them keep their headers for as long as they are open
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
      // it may be long until the end is taken: nothing more is said until then
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

/** Lets go of what a request and the head of its answer were, of which nobody asks while a stream is open. */
function slim(response: ServerResponse): void {
  response.req.headers = nothing
  response.req.rawHeaders = none
  flat(String(Reflect.get(response, '_header')))
}

/** Where chunks can be written as they are: what a response of HTTP/1.1 would make of each write, thousands of times anew. */
const chunkedSocket = (response: ServerResponse): Socket | null =>
  response.chunkedEncoding && response.req.httpVersion === '1.1' ? response.socket : null

const chunks = new WeakMap<Buffer, Buffer>()
const lineEnd = Buffer.from('\r\n')

/** Bytes as a chunk of HTTP/1.1 (RFC 9112, 7.1), made once for all streams that get them. */
function chunkOf(bytes: Buffer): Buffer {
  const known = chunks.get(bytes)
  if (known) return known
  const made = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd])
  chunks.set(bytes, made)
  return made
}
