import type { IncomingMessage } from 'node:http'
import { theTracer } from '../tracing/trace.ts'
import { flat } from './flat.ts'
import type { Services } from './services.ts'

const wellFormed = /^[\w.-]{8,64}$/

/**
 * The id that a request has in the log, in the audit trail and in errors: that of its trace, where requests are traced, or
 * that of a proxy of the operator's, or a new one.
 */
export function requestId(request: IncomingMessage, { proxies, newId }: Pick<Services, 'proxies' | 'newId'>): string {
  const traced = theTracer()?.ids()
  if (traced) return traced.trace_id
  const given = request.headers['x-request-id']
  if (proxies.isBetween(request) && typeof given === 'string' && wellFormed.test(given)) return given
  // it stays for as long as a stream does
  return flat(newId())
}
