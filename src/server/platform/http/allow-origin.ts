import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

type Headers = Record<string, string>

/**
 * Returns the CORS headers of a response. Empty if there is no `Origin` or the key is a server key. A client key works
 * from its allowed origins, or from anywhere if that list is empty; otherwise throws `auth/origin-not-allowed`.
 */
export function allowOrigin({ kind, allowedOrigins }: SdkKeyHolder, origin: string | undefined): Headers {
  if (kind !== 'client' || !origin) return {}
  if (allowedOrigins.length > 0 && !allowedOrigins.includes(origin)) {
    const sentence = `This client key can’t be used from ${origin}. Add the origin to the key’s allowed origins.`
    throw new FanionError('auth/origin-not-allowed', { origin }, sentence)
  }
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, fanion-revision, retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  }
}

/**
 * CORS headers that let a page read an error from before its key was known: an invalid key, or when to retry. They
 * reveal nothing that the caller does not already know.
 */
export const refusalHeaders = (status: number, origin: string | undefined): Headers =>
  origin !== undefined && (status === 401 || status === 429)
    ? {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'retry-after',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'origin',
      }
    : {}

/** A preflight request has no key, so the key's restrictions are checked on the request that follows. */
export const preflightHeaders = (origin: string | undefined): Headers => ({
  'access-control-allow-origin': origin ?? '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, if-none-match, if-fanion-revision, x-api-key',
  'access-control-max-age': '7200',
  vary: 'origin',
})
