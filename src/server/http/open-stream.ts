import type { ServerResponse } from 'node:http'
import type { Subscriber } from '../live/hub.ts'
import { sseHeaders } from '../live/sse.ts'
import { theTracer } from '../trace/trace.ts'

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
  theTracer()?.streams()
  const leave = subscribe({
    write: (bytes) => void response.write(bytes),
    pending: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
  })
  response.once('close', () => {
    leave()
    release()
  })
}
