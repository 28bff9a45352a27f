import type { SdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { publicId } from './key-hash.ts'
import type { keysOf } from './queries.ts'

/** An SDK key as the API returns it: only the first characters of a server key, the full text of a client key. */
export const keyView = (row: Awaited<ReturnType<typeof keysOf>>[number]): SdkKey => ({
  id: row.id,
  environment: row.environment,
  kind: row.kind,
  name: row.name,
  prefix: row.prefix,
  text: row.clientText,
  publicId: row.kind === 'client' ? publicId(row.hash) : null,
  allowedOrigins: row.allowedOrigins,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
