import type { Insertable } from 'kysely'
import type { ApiTokenTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

export type TokenOwner = { personId: string } | { projectId: string }

const tokens = (db: Db) =>
  db
    .selectFrom('apiToken')
    .leftJoin('person as creator', 'creator.id', 'apiToken.createdBy')
    .select(['apiToken.id', 'apiToken.kind', 'apiToken.name', 'apiToken.prefix', 'apiToken.scopes'])
    .select(['apiToken.createdAt', 'apiToken.lastUsedAt', 'apiToken.expiresAt', 'apiToken.revokedAt'])
    .select('creator.name as creatorName')

const tokensWith = (db: Db, owner: TokenOwner) =>
  tokens(db).where((eb) =>
    'personId' in owner ? eb('apiToken.personId', '=', owner.personId) : eb('apiToken.projectId', '=', owner.projectId),
  )

/** All tokens of a person or project, newest first, including revoked ones. */
export const tokensOf = (db: Db, owner: TokenOwner) =>
  tokensWith(db, owner).orderBy('apiToken.createdAt', 'desc').execute()

export const findToken = (db: Db, owner: TokenOwner, id: string) =>
  tokensWith(db, owner).where('apiToken.id', '=', id).executeTakeFirst()

/** Service tokens of all projects, newest first, including revoked ones. */
export const everyServiceToken = (db: Db) =>
  tokens(db).where('apiToken.kind', '=', 'service').orderBy('apiToken.createdAt', 'desc').execute()

export const insertToken = (tx: Tx, row: Insertable<ApiTokenTable>) => tx.insertInto('apiToken').values(row).execute()

/** Records which accounts have seen the text of a service token. */
export const insertTokenHolders = async (tx: Tx, tokenId: string, personIds: readonly string[]) => {
  if (personIds.length === 0) return
  await tx
    .insertInto('tokenHolder')
    .values(personIds.map((personId) => ({ tokenId, personId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Accounts that created or rotated a service token, or did so for a token it derives from. */
export const membersWhoSawToken = async (db: Db, tokenId: string): Promise<string[]> => {
  const rows = await db.selectFrom('tokenHolder').select('personId').where('tokenId', '=', tokenId).execute()
  return rows.map((row) => row.personId)
}

/** A service token's scopes, or undefined if it no longer works. */
export const liveScopesOf = async (db: Db, tokenId: string, now: Date) => {
  const row = await db
    .selectFrom('apiToken')
    .select('scopes')
    .where('id', '=', tokenId)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .executeTakeFirst()
  return row?.scopes
}

export const revokeToken = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('apiToken').set({ revokedAt: at }).where('id', '=', id).where('revokedAt', 'is', null).execute()

/** Revokes all active tokens of a person. Returns their number. */
export const revokeTokensOf = async (tx: Tx, personId: string, at: Date): Promise<number> => {
  const tokens = tx.updateTable('apiToken').set({ revokedAt: at }).where('personId', '=', personId)
  const { numUpdatedRows } = await tokens.where('revokedAt', 'is', null).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Sets when a token expires. Expiry and revocation are stored separately. */
export const expireToken = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('apiToken').set({ expiresAt: at }).where('id', '=', id).execute()

/** The token of this hash with its person or project. Includes inactive tokens, so that the rejection can state why. */
export const findTokenByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('apiToken')
    .leftJoin('person', 'person.id', 'apiToken.personId')
    .select(['apiToken.id', 'apiToken.name', 'apiToken.scopes'])
    .select(['apiToken.lastUsedAt', 'apiToken.expiresAt', 'apiToken.revokedAt'])
    .select(['person.id as personId', 'person.name as personName', 'person.instanceRole', 'person.disabledAt'])
    .where('apiToken.hash', '=', hash)
    .executeTakeFirst()

export const touchToken = (db: Db, id: string, at: Date) =>
  db.updateTable('apiToken').set({ lastUsedAt: at }).where('id', '=', id).execute()
