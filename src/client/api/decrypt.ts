import { encryptedIn } from '../../shared/vendors/growthbook/import/encrypted.ts'
import type { Fields } from '../../shared/vendors/importing/assembly.ts'

/** Encrypted fields of a GrowthBook payload, and the plain fields that they replace. */
const encryptedFields = {
  encryptedFeatures: 'features',
  encryptedSavedGroups: 'savedGroups',
  encryptedExperiments: 'experiments',
} as const

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

/** Whether a text could be the decryption key of an SDK connection: 16, 24 or 32 bytes in base64. */
export const isDecryptionKey = (text: string): boolean => [16, 24, 32].includes(bytesOf(text)?.length ?? 0)

/** Whether Web Crypto is available. Browsers provide it only on HTTPS pages and on localhost. */
export const canDecrypt = (): boolean => (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined

/** Decrypts `iv.ciphertext` (AES-CBC). Null if the key does not fit. */
const opened = async (sealed: string, key: CryptoKey): Promise<string | null> => {
  const [iv, text] = sealed.split('.', 2).map(bytesOf)
  if (iv?.length !== 16 || !text) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, text),
    )
  } catch {
    return null
  }
}

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The decrypted payload. Null if the key does not open all of its fields. */
const decryptedWith = async (payload: Fields, secret: string): Promise<Fields | null> => {
  const bytes = bytesOf(secret)
  if (bytes === null || !isDecryptionKey(secret)) return null
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt'])
  const clear: Record<string, unknown> = { ...payload }
  for (const [name, place] of Object.entries(encryptedFields)) {
    const sealed = payload[name]
    delete clear[name]
    if (typeof sealed !== 'string' || sealed === '') continue
    const value = parsed(await opened(sealed, key))
    if (value === undefined) return null
    clear[place] = value
  }
  return clear
}

/**
 * Decrypts a GrowthBook payload with the first of the keys that fits, or returns null. Runs on the user’s machine, so
 * the keys never leave it.
 */
export const decrypted = async (payload: Fields, keys: readonly string[]): Promise<Fields | null> => {
  for (const key of keys) {
    const clear = await decryptedWith(payload, key)
    if (clear !== null) return clear
  }
  return null
}

/** Decrypts the files of an upload with the given keys. `locked` names the files that no key opens. */
export const decryptedParts = async <Part>(
  parts: Readonly<Record<string, Part>>,
  keys: readonly string[],
): Promise<{ parts: Record<string, Part | Fields>; locked: string[] }> => {
  const found: [string, Part | Fields][] = []
  const locked: string[] = []
  for (const [name, part] of Object.entries(parts)) {
    const sealed = encryptedIn(part)
    const clear = sealed === null ? null : await decrypted(sealed, keys)
    if (sealed !== null && clear === null) locked.push(name)
    found.push([name, clear ?? part])
  }
  return { parts: Object.fromEntries(found), locked }
}
