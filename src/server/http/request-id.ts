import type { IncomingMessage } from 'node:http'
import type { Services } from './services.ts'

const wellFormed = /^[\w.-]{8,64}$/

/** The id that a request has in the log, in the audit trail and in errors: that of a proxy of the operator's, else a new one. */
export function requestId(request: IncomingMessage, { proxies, newId }: Pick<Services, 'proxies' | 'newId'>): string {
  const given = request.headers['x-request-id']
  return proxies.isBetween(request) && typeof given === 'string' && wellFormed.test(given) ? given : newId()
}
