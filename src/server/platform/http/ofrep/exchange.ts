import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MaybePromise } from '../../kernel/maybe-promise.ts'
import type { ProgramServices } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Start time of the evaluation, from `performance.now()`. */
    startedMs: number
  }
}

/** A request to an OFREP endpoint with its reply. */
export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Runs an action that may throw or reject. Synchronous results are sent in the same turn of the event loop. */
export function attempt({ reply }: Exchange, act: () => MaybePromise<void>): void {
  try {
    const doing = act()
    if (doing instanceof Promise) doing.catch((error: unknown) => void reply.send(error))
  } catch (error) {
    void reply.send(error)
  }
}

/** Sends serialized JSON of a known byte length, bypassing all response hooks. */
export function answer(
  services: ProgramServices,
  { request, reply }: Exchange,
  status: number,
  json: string,
  bytes = Buffer.byteLength(json),
): void {
  reply.hijack()
  reply.raw.writeHead(status, { ...headers, 'content-length': bytes })
  // For ASCII both encodings are the same, and latin1 only copies the bytes.
  reply.raw.end(json, bytes === json.length ? 'latin1' : 'utf8')
  noteAnswer(services, request, status)
}

/** Responds with 304. */
export function answerUnchanged(services: ProgramServices, { request, reply }: Exchange): void {
  reply.hijack()
  reply.raw.writeHead(304).end()
  noteAnswer(services, request, 304)
}

/** Headers of every response. */
export const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
}

/** Records a response in the metrics, with a placeholder instead of the flag's key. */
export function noteAnswer(
  { metrics }: ProgramServices,
  { routeOptions, startedMs }: FastifyRequest,
  status: number,
): void {
  const { url = 'none' } = routeOptions
  const route = url.endsWith('*') ? `${url.slice(0, -1)}{key}` : url
  metrics.answered(route, status, (performance.now() - startedMs) / 1_000)
}
