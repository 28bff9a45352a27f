import { createHash } from 'node:crypto'

/** What the database keeps of an SDK key. Keys are 256 random bits, so a plain SHA-256 cannot be reversed. */
export const keyHash = (text: string): Buffer => createHash('sha256').update(text).digest()
