import type { IncomingMessage } from 'node:http'
import { theTracer } from '../tracing/trace.ts'
import { flattenString } from './flatten-string.ts'
import type { Services } from './services.ts'

const wellFormed = /^[\w.-]{8,64}$/

/**
 * The id of a request in logs, audit events and errors: the trace id if requests are traced, else the id from a trusted
 * proxy, else a new one.
 */
export function requestId(request: IncomingMessage, { proxies, newId }: Pick<Services, 'proxies' | 'newId'>): string {
  const traced = theTracer()?.ids()
  if (traced) return traced.trace_id
  const given = request.headers['x-request-id']
  if (proxies.isBetween(request) && typeof given === 'string' && wellFormed.test(given)) return given
  // Flattened, because the id stays in memory as long as a stream.
  return flattenString(newId())
}
