import type { Insertable, Updateable } from 'kysely'
import type { IdentityProviderTable, IdentityTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

const columns = [
  'id',
  'key',
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'domains',
  'groupsClaim',
  'groupRoles',
  'createsPeople',
  'enabled',
  'createdAt',
] as const

export const everyProvider = (db: Db) => db.selectFrom('identityProvider').select(columns).orderBy('name').execute()

export const findProvider = (db: Db, by: { id: string } | { key: string }) =>
  db
    .selectFrom('identityProvider')
    .select(columns)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('key', '=', by.key)))
    .executeTakeFirst()

/** The enabled provider for an email domain. */
export const providerForDomain = (db: Db, domain: string) =>
  db
    .selectFrom('identityProvider')
    .select(['key'])
    .where('enabled', '=', true)
    .where((eb) => eb(eb.val(domain), '=', eb.fn.any('domains')))
    .executeTakeFirst()

export const insertProvider = (tx: Tx, row: Insertable<IdentityProviderTable>) =>
  tx.insertInto('identityProvider').values(row).execute()

export const updateProvider = (tx: Tx, id: string, change: Updateable<IdentityProviderTable>) =>
  tx.updateTable('identityProvider').set(change).where('id', '=', id).execute()

export const deleteProvider = (tx: Tx, id: string) => tx.deleteFrom('identityProvider').where('id', '=', id).execute()

export const findIdentity = (db: Db, providerId: string, subject: string) =>
  db
    .selectFrom('identity')
    .select('personId')
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const hasIdentityAt = async (db: Db, providerId: string, personId: string): Promise<boolean> => {
  const identities = db.selectFrom('identity').select('subject').where('providerId', '=', providerId)
  return (await identities.where('personId', '=', personId).limit(1).executeTakeFirst()) !== undefined
}

/** Deletes a person's identities at all providers. Returns their number. */
export const deleteIdentitiesOf = async (tx: Tx, personId: string): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('identity').where('personId', '=', personId).executeTakeFirst()
  return Number(numDeletedRows)
}

export const insertIdentity = (tx: Tx, row: IdentityTable) => tx.insertInto('identity').values(row).execute()

/** The provider that opened a session, with its sealed ID token for signing out there too. */
export const findSessionProvider = (db: Db, sessionId: string) =>
  db
    .selectFrom('session')
    .innerJoin('identityProvider', 'identityProvider.id', 'session.providerId')
    .select(['identityProvider.id as providerId', 'session.idToken'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
