import { createHash } from 'node:crypto'

/** The hash stored for a session token. Tokens are 256 random bits, so a plain SHA-256 cannot be reversed. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
