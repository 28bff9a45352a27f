import { createHash } from 'node:crypto'

/** What the database keeps of an SDK key. Keys are 256 random bits, so a plain SHA-256 cannot be reversed. */
export const keyHash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * What a client key is called where it stands in an address: the first 96 bits of its hash, as 24 hex digits. It is worth
 * what the key is worth, which is no secret either.
 */
export const publicId = (hash: Buffer): string => hash.toString('hex').slice(0, 24)
