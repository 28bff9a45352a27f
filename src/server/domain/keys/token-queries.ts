import type { Insertable } from 'kysely'
import type { ApiTokenTable } from '../../db/access-tables.ts'
import type { Db, Tx } from '../../db/pool.ts'

/** Whose tokens: a person's own, or a project's service tokens. */
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

/** Every token of a person or project, revoked ones too, newest first. */
export const tokensOf = (db: Db, owner: TokenOwner) =>
  tokensWith(db, owner).orderBy('apiToken.createdAt', 'desc').execute()

export const findToken = (db: Db, owner: TokenOwner, id: string) =>
  tokensWith(db, owner).where('apiToken.id', '=', id).executeTakeFirst()

/** The service tokens of every project, revoked ones too, newest first. */
export const everyServiceToken = (db: Db) =>
  tokens(db).where('apiToken.kind', '=', 'service').orderBy('apiToken.createdAt', 'desc').execute()

export const insertToken = (tx: Tx, row: Insertable<ApiTokenTable>) => tx.insertInto('apiToken').values(row).execute()

export const revokeToken = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('apiToken').set({ revokedAt: at }).where('id', '=', id).where('revokedAt', 'is', null).execute()

/** Ends a token at an instant; it is told apart from one that was revoked. */
export const expireToken = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('apiToken').set({ expiresAt: at }).where('id', '=', id).execute()

/** The token of this hash with the person or project it belongs to; live or not, for a clear refusal. */
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
