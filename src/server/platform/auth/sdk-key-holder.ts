import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { SdkKeyText } from '../../../shared/features/access/schemas/sdk-key.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { findKeyByHash, findKeyByPublicId, touchKey } from '../../features/access/keys/queries.ts'
import type { Db } from '../db/pool.ts'

/** An SDK key with the environment that it gives access to. */
export type SdkKeyHolder = {
  keyId: string
  kind: 'server' | 'client'
  allowedOrigins: readonly string[]
  project: string
  environment: string
  environmentId: string
}

const touchAfterMs = 60_000

/**
 * Resolves an SDK key to its holder. Throws `auth/token-invalid` if the key is malformed, unknown or revoked, and
 * `auth/token-expired` if it has expired.
 */
export async function sdkKeyHolder(db: Db, text: string | undefined, now: Date): Promise<SdkKeyHolder> {
  return holderOf(db, await findKeyByHash(db, keyHash(refuseMalformedKey(text))), now)
}

/**
 * Returns the text if it has the format of an SDK key. Otherwise throws `auth/token-invalid` with a description of the
 * format.
 */
export function refuseMalformedKey(text: string | undefined): string {
  if (!text) throw new FanionError('auth/token-invalid', {}, 'An SDK key is required: Authorization: Bearer fan_srv_…')
  if (SdkKeyText.safeParse(text).success) return text
  const sentence = 'This is not an SDK key: one looks like fan_srv_… or fan_cli_… with 43 characters behind.'
  throw new FanionError('auth/token-invalid', {}, sentence)
}

/** Throws if the id does not have the format of a public key id. */
export function refuseMalformedPublicId(id: string, kind: SdkKeyHolder['kind']): void {
  if (/^[0-9a-f]{24}$/.test(id)) return
  const sentence = `This is not the public id of a ${kind} key: one has 24 hex digits.`
  throw new FanionError('auth/token-invalid', {}, sentence)
}

/** Resolves the public id of a key to its holder. Throws the same errors as {@link sdkKeyHolder}. */
export async function publicKeyHolder(
  db: Db,
  id: string,
  now: Date,
  kind: SdkKeyHolder['kind'] = 'client',
): Promise<SdkKeyHolder> {
  refuseMalformedPublicId(id, kind)
  return holderOf(db, await findKeyByPublicId(db, id, kind), now)
}

async function holderOf(db: Db, key: Awaited<ReturnType<typeof findKeyByHash>>, now: Date): Promise<SdkKeyHolder> {
  if (!key) throw new FanionError('auth/token-invalid', {}, 'This SDK key isn’t known to this server.')
  if (key.revokedAt) throw new FanionError('auth/token-invalid', {}, 'This SDK key was revoked. Create a new one.')
  if (key.expiresAt && key.expiresAt <= now) throw new FanionError('auth/token-expired')
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > touchAfterMs) await touchKey(db, key.id, now)
  const { kind, allowedOrigins, project, environment, environmentId } = key
  return { keyId: key.id, kind, allowedOrigins, project, environment, environmentId }
}
