import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOf, rootOf } from './derive-key.ts'

/** Keeps what the server must read again, such as the secret of a webhook, unreadable in the database and its backups. */
export type Vault = {
  /** Sealed text; only the same secret and the same purpose open it. */
  readonly seal: (text: string, purpose: string) => string
  /** What was sealed; throws where another secret or purpose sealed it, or somebody changed it. */
  readonly open: (sealed: string, purpose: string) => string
  /** The same of bytes, for what is too large to be text. */
  readonly sealBytes: (bytes: Buffer, purpose: string) => Buffer
  readonly openBytes: (sealed: Buffer, purpose: string) => Buffer
  /** A key of 128 bits for a purpose, always the same; whoever does not have the secret cannot find it. */
  readonly keyFor: (purpose: string) => Buffer
}

const nonceBytes = 12
const tagBytes = 16

/**
 * A vault over the installation's secret: AES-256-GCM, with the purpose as associated data. It also opens what `previous` sealed.
 * `root`: the key that the keys of `keyFor` follow from, unless it is that of the secret.
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
