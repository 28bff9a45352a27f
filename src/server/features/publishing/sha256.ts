import { createHash } from 'node:crypto'

/** SHA-256 in hex. Identifies approved results, so it must be collision resistant. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
