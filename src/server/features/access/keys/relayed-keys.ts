import type { RelayedKey } from '../../../../shared/features/status/schemas/relay.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { publicId } from './key-hash.ts'
import { liveKeysAmong, touchKeys } from './queries.ts'

const touchAfterMs = 60_000

/**
 * Returns the working keys of an environment that a relay names by hash, by id or, for client keys, by public id. Marks
 * them as used.
 */
export async function findRelayedKeys(
  db: Db,
  environmentId: string,
  names: readonly string[],
  now: Date,
): Promise<RelayedKey[]> {
  const after = (prefix: string) =>
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  const hashes = names.filter((name) => !name.includes(':'))
  const found = await liveKeysAmong(db, environmentId, { hashes, publicIds: after(client), ids: after(byId) }, now)
  const unused = found.filter(({ lastUsedAt }) => !lastUsedAt || now.getTime() - lastUsedAt.getTime() > touchAfterMs)
  if (unused.length > 0)
    await touchKeys(
      db,
      unused.map(({ id }) => id),
      now,
    )
  const named = new Set(names)
  return found.flatMap(({ id, kind, hash, allowedOrigins, expiresAt }) =>
    [hash.toString('hex'), byId + id, ...(kind === 'client' ? [client + publicId(hash)] : [])]
      .filter((name) => named.has(name))
      .map((name) => ({
        name,
        keyId: id,
        kind,
        allowedOrigins,
        expiresAt: expiresAt?.toISOString() ?? null,
        ageMs: 0,
      })),
  )
}

const client = 'client:'
const byId = 'id:'
