import type { CreatedSdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import type { Vault } from '../../../platform/kernel/vault.ts'
import { keyHash, publicId } from './key-hash.ts'

/** Derives the key that encrypts payloads requested by a server key's public id. It is never stored. */
export const payloadKey = (vault: Vault, keyId: string): Buffer => vault.keyFor(`payloads of ${keyId}`)

/** Adds what a GrowthBook SDK connection uses instead of the new key: a client key and a decryption key. */
export const withGrowthBookConnection = (
  vault: Vault,
  { key, text }: Omit<CreatedSdkKey, 'growthBook'>,
): CreatedSdkKey => ({
  key,
  text,
  growthBook:
    key.kind === 'server'
      ? { clientKey: publicId(keyHash(text)), decryptionKey: payloadKey(vault, key.id).toString('base64') }
      : null,
})
