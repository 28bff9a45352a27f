import { createHmac, timingSafeEqual } from 'node:crypto'
import { FanionError } from '../../../shared/errors/fanion-error.ts'

/**
 * The token required for the first visit if strangers could reach the server before the operator. Every server prints
 * it at startup. Derived from the secret, so that all print the same one.
 */
export const setUpToken = (secret: string): string =>
  createHmac('sha256', secret).update('fanion set-up').digest('base64url').slice(0, 32)

/** Throws `auth/token-invalid` if a first visit lacks the required token. Null requires none. */
export function proveSetUpToken(wanted: string | null, given: string | undefined): void {
  if (wanted === null) return
  const [a, b] = [Buffer.from(wanted), Buffer.from(given ?? '')]
  if (a.length === b.length && timingSafeEqual(a, b)) return
  throw new FanionError(
    'auth/token-invalid',
    {},
    'This needs the set-up link: the server prints it when it starts. Open that link, or copy the token at its end.',
  )
}
