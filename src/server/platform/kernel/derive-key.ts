import { createHmac } from 'node:crypto'

/**
 * The 32-byte root key that all keys of a secret are derived from: HKDF-Extract with SHA-256 and no salt (RFC 5869).
 */
export const rootOf = (secret: string): Buffer => createHmac('sha256', Buffer.alloc(32)).update(secret).digest()

/** Derives a key of at most 32 bytes for a purpose: the first block of HKDF-Expand with SHA-256. */
export const keyOf = (root: Buffer, purpose: string, bytes: number): Buffer =>
  createHmac('sha256', root).update(purpose).update(Buffer.of(1)).digest().subarray(0, bytes)
