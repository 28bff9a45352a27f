import type { CreatedSdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import type { Vault } from '../../../platform/kernel/vault.ts'
import { keyHash, publicId } from './key-hash.ts'

/** What encrypts the payloads that a server key's public id names; nothing of it rests. */
export const payloadKey = (vault: Vault, keyId: string): Buffer => vault.keyFor(`payloads of ${keyId}`)

/** A new key with what a GrowthBook SDK connection is told instead of it: a client key to name, and a decryption key. */
export const withConnection = (vault: Vault, { key, text }: Omit<CreatedSdkKey, 'growthBook'>): CreatedSdkKey => ({
  key,
  text,
  growthBook:
    key.kind === 'server'
      ? { clientKey: publicId(keyHash(text)), decryptionKey: payloadKey(vault, key.id).toString('base64') }
      : null,
})
