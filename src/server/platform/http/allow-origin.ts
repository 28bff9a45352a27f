import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'

type Headers = Record<string, string>

/**
 * The headers by which a browser hands the answer to a page; none where no page asks, or with a server key. A client key
 * may be used from the origins on its list, from anywhere while the list is empty; `auth/origin-not-allowed` elsewhere.
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
 * The headers by which a page may read why it was refused before its key was known: that a key is wrong, or when to come
 * back. It learns nothing that whoever asked did not know.
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

/** A preflight comes without the key: what the key allows is decided when the request itself comes. */
export const preflightHeaders = (origin: string | undefined): Headers => ({
  'access-control-allow-origin': origin ?? '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, if-none-match, if-fanion-revision, x-api-key',
  'access-control-max-age': '7200',
  vary: 'origin',
})
