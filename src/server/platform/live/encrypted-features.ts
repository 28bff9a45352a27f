import { createCipheriv, createHmac } from 'node:crypto'

/**
 * Encrypts the features of a GrowthBook payload in the format of its SDKs: AES-CBC, `iv.ciphertext` in base64. The IV
 * is derived from the text and the key, so that every server returns the same bytes.
 */
export const encryptedFeatures = (payload: Buffer, key: Buffer): Buffer => {
  const { features, ...rest } = JSON.parse(payload.toString()) as { features: object }
  const text = JSON.stringify(features)
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, 16)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const encrypted = `${iv.toString('base64')}.${sealed.toString('base64')}`
  return Buffer.from(JSON.stringify({ ...rest, features: {}, encryptedFeatures: encrypted }))
}
