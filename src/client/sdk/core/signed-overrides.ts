import { describe } from './describe.ts'

/** Lifetime of signed overrides, and tolerance for a clock that is ahead, in ms. */
export const signedForMs = 3_600_000
const skewMs = 60_000

const encoder = new TextEncoder()

const keyFor = (key: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [use])

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** Signs overrides for one request with a server key (HMAC-SHA-256), for a header or a cookie. */
export const signOverrides = async (
  key: string,
  flags: Readonly<Record<string, unknown>>,
  nowMs: number,
): Promise<string> => {
  const body = toText(encoder.encode(JSON.stringify({ flags, until: nowMs + signedForMs })))
  const signature = await crypto.subtle.sign('HMAC', await keyFor(key, 'sign'), encoder.encode(body))
  return `${body}.${toText(new Uint8Array(signature))}`
}

/**
 * Returns overrides that were signed with this key and have not expired. Throws an `Error` that explains why they are
 * not trusted.
 */
export const readSignedOverrides = async (
  key: string,
  text: string,
  nowMs: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const [, body = '', signature = ''] = /^([\w-]{1,8192})\.([\w-]{43})$/.exec(text) ?? []
  if (body === '') throw new Error('they are not what fanion override gives')
  const isSigned = await crypto.subtle.verify(
    'HMAC',
    await keyFor(key, 'verify'),
    toBytes(signature),
    encoder.encode(body),
  )
  if (!isSigned) throw new Error('they are signed by another key')
  const { flags, until } = parsed(body)
  if (typeof until !== 'number' || until < nowMs || until > nowMs + signedForMs + skewMs)
    throw new Error('their hour is over')
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) throw new Error('they name no flags')
  return { ...flags }
}

const parsed = (body: string): { flags?: unknown; until?: unknown } => {
  try {
    // Callers check the contents.
    return Object(JSON.parse(new TextDecoder().decode(toBytes(body)))) as object
  } catch (cause) {
    throw new Error(`they cannot be read: ${describe(cause)}`, { cause })
  }
}
