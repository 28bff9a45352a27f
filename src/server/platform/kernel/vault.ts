import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf, rootOf } from './derive-key.ts'

/** Encrypts secrets that the server must read again, such as those of webhooks, in the database and its backups. */
export type Vault = {
  /** Returns sealed text. Only the same secret and purpose open it. */
  readonly seal: (text: string, purpose: string) => string
  /** Returns the original text. Throws if it was sealed with another secret or purpose, or was tampered with. */
  readonly open: (sealed: string, purpose: string) => string
  /** The same for large binary data. */
  readonly sealBytes: (bytes: Buffer, purpose: string) => Buffer
  readonly openBytes: (sealed: Buffer, purpose: string) => Buffer
  /** Returns a deterministic 128-bit key for a purpose. */
  readonly keyFor: (purpose: string) => Buffer
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Creates a vault for the installation's secret: AES-256-GCM, with the purpose as associated data. Also opens values
 * sealed with `previous`. `root` is the root key of `keyFor`, by default that of the secret.
 */
export function createVault(secret: string, previous?: string, root = rootOf(secret)): Vault {
  const key = keyOf(rootOf(secret), 'fanion vault', 32)
  const sealBytes = (bytes: Buffer, purpose: string): Buffer => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }
  const older = previous === undefined ? undefined : createVault(previous)
  const openBytes = (sealed: Buffer, purpose: string): Buffer => {
    try {
      return openWithKey(sealed, purpose)
    } catch (error) {
      if (older === undefined) throw error
      return older.openBytes(sealed, purpose)
    }
  }
  const openWithKey = (sealed: Buffer, purpose: string): Buffer => {
    const nonce = sealed.subarray(0, nonceBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  }
  return {
    seal: (text, purpose) => sealBytes(Buffer.from(text), purpose).toString('base64url'),
    open: (sealed, purpose) => openBytes(Buffer.from(sealed, 'base64url'), purpose).toString('utf8'),
    sealBytes,
    openBytes,
    keyFor: (purpose) => keyOf(root, `fanion key ${purpose}`, 16),
  }
}
