import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { contentText, signedText } from '../../../shared/datafile/signed-text.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { keyOf, rootOf } from './derive-key.ts'

/** Signs datafiles, so that clients can verify their origin regardless of the server or relay that delivers them. */
export type Signer = {
  /** In the format of client options: `ed25519:` and 43 characters. */
  readonly publicKey: string
  /** Returns the signature in base64url. Cached per datafile. */
  readonly sign: (datafile: Datafile) => string
}

/** PKCS #8 prefix of a 32-byte private Ed25519 key (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Creates a signer whose key is derived from a secret or its root key, so that all servers with the same secret have
 * the same key.
 */
export function createSigner(from: string | Buffer): Signer {
  const seed = keyOf(typeof from === 'string' ? rootOf(from) : from, 'fanion datafiles', 32)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const signed = new WeakMap<Datafile, string>()
  return {
    publicKey: publicKeyOf(key),
    sign: (datafile) => {
      const known = signed.get(datafile) ?? signatureOf(key, datafile)
      signed.set(datafile, known)
      return known
    },
  }
}

const signatureOf = (key: KeyObject, datafile: Datafile): string => {
  const sha256 = createHash('sha256').update(contentText(datafile)).digest('hex')
  return sign(null, Buffer.from(signedText(datafile, sha256)), key).toString('base64url')
}

const publicKeyOf = (key: KeyObject): string => `ed25519:${createPublicKey(key).export({ format: 'jwk' }).x ?? ''}`
