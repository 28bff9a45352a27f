import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Soon } from '../../kernel/soon.ts'
import type { ProgramServices } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Since when an evaluation is under way, on the clock of `performance.now()`. */
    startedMs: number
  }
}

/** One request to an OFREP endpoint and its answer. */
export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Does what may be refused, now or later: what is in memory is answered in the turn in which the request came. */
export function attempt({ reply }: Exchange, act: () => Soon<void>): void {
  try {
    const doing = act()
    if (doing instanceof Promise) doing.catch((error: unknown) => void reply.send(error))
  } catch (error) {
    void reply.send(error)
  }
}

/** Answers with JSON that is text already, of so many bytes: as it is, past everything that looks at answers. */
export function answer(
  services: ProgramServices,
  { request, reply }: Exchange,
  status: number,
  json: string,
  bytes = Buffer.byteLength(json),
): void {
  reply.hijack()
  reply.raw.writeHead(status, { ...headers, 'content-length': bytes })
  // ASCII is the same bytes in both, and these are only copied
  reply.raw.end(json, bytes === json.length ? 'latin1' : 'utf8')
  noteAnswer(services, request, status)
}

/** Answers that what the caller has is what it would be given. */
export function answerUnchanged(services: ProgramServices, { request, reply }: Exchange): void {
  reply.hijack()
  reply.raw.writeHead(304).end()
  noteAnswer(services, request, 304)
}

/** Of every answer. */
export const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
}

/** Notes an answer for the metrics, with a name in place of the flag. */
export function noteAnswer(
  { metrics }: ProgramServices,
  { routeOptions, startedMs }: FastifyRequest,
  status: number,
): void {
  const { url = 'none' } = routeOptions
  const route = url.endsWith('*') ? `${url.slice(0, -1)}{key}` : url
  metrics.answered(route, status, (performance.now() - startedMs) / 1_000)
}
