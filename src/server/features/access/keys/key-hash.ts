import { createHash } from 'node:crypto'

/** The hash stored for an SDK key. Keys are 256 random bits, so a plain SHA-256 cannot be reversed. */
export const keyHash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Identifies a client key in URLs: the first 96 bits of its hash, as 24 hex digits. It grants what the key grants, and
 * client keys are not secret.
 */
export const publicId = (hash: Buffer): string => hash.toString('hex').slice(0, 24)
