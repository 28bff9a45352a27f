import type { ApiToken } from '../../../../shared/features/access/schemas/api-token.ts'
import type { tokensOf } from './token-queries.ts'

/** An API token as the API returns it, without its text. */
export const tokenView = (row: Awaited<ReturnType<typeof tokensOf>>[number]): ApiToken => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.creatorName,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
