import { createHmac, timingSafeEqual } from 'node:crypto'
import { FanionError } from '../../../shared/errors/fanion-error.ts'

/**
 * What the first visit must bring where strangers could be faster than the operator: every server of the installation
 * prints it at its start. Of the secret, so that they all print the same.
 */
export const setUpToken = (secret: string): string =>
  createHmac('sha256', secret).update('fanion set-up').digest('base64url').slice(0, 32)

/** Refuses with `auth/token-invalid` a first visit without the token that is asked for; null asks for none. */
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
