import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { PersonTable, SessionTable } from '../../../platform/db/schema.ts'

export const hasOwner = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('person').select('id').where('instanceRole', '=', 'owner').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Serializes set-ups until this transaction ends, so that two first owners cannot be created at once. */
export const lockSetUp = (tx: Tx) => sql`select pg_advisory_xact_lock(4410)`.execute(tx)

export const insertPerson = (tx: Tx, person: PersonTable) => tx.insertInto('person').values(person).execute()

/** `email` must be case-folded. */
export const findPersonByEmail = (db: Db, email: string) =>
  db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole', 'passwordHash', 'disabledAt', 'lastSeenAt', 'createdAt', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()

export const accountsAmong = async (db: Db, emails: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('person')
    .select('email')
    .where('email', '=', sql<string>`any(${[...emails]}::text[])`)
    .execute()
  return rows.map(({ email }) => email)
}

export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole', 'lastSeenAt', 'createdAt', 'locale'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findActivePerson = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole'])
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

export const insertSession = (tx: Tx, session: Insertable<SessionTable>) =>
  tx.insertInto('session').values(session).execute()

/** The unexpired session with this token hash and its account, unless the account is disabled. */
export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .select(['session.id', 'session.seenAt', 'session.authenticatedAt', 'session.personId'])
    .select(['person.email', 'person.name', 'person.instanceRole'])
    .where('session.tokenHash', '=', tokenHash)
    .where('session.expiresAt', '>', now)
    .where('person.disabledAt', 'is', null)
    .executeTakeFirst()

export const touchSession = (db: Db, id: string, now: Date, expiresAt: Date) =>
  db.updateTable('session').set({ seenAt: now, expiresAt }).where('id', '=', id).execute()

export const touchPerson = (db: Db, id: string, now: Date) =>
  db.updateTable('person').set({ lastSeenAt: now }).where('id', '=', id).execute()

export const deleteSession = (tx: Tx, id: string) => tx.deleteFrom('session').where('id', '=', id).execute()

/** All accounts by name, with the details that owners see. */
export const everyPerson = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('oneTimeCode', (join) =>
      join.onRef('oneTimeCode.personId', '=', 'person.id').on('oneTimeCode.confirmedAt', 'is not', null),
    )
    .select(['person.id', 'person.email', 'person.name', 'person.instanceRole', 'person.disabledAt'])
    .select(['person.lastSeenAt', 'person.createdAt', 'oneTimeCode.confirmedAt as twoFactorSince'])
    .select((eb) => [
      eb('person.passwordHash', 'is not', null).as('hasPassword'),
      eb
        .selectFrom('membership')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .whereRef('membership.personId', '=', 'person.id')
        .as('projects'),
      eb
        .exists(eb.selectFrom('identity').select('subject').whereRef('identity.personId', '=', 'person.id'))
        .as('singleSignOn'),
    ])
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()

export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole', 'passwordHash', 'disabledAt', 'lastSeenAt', 'createdAt', 'locale'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Ids of the owners who can sign in, locked until the transaction ends so that none can be removed concurrently. */
export const lockActiveOwners = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where('instanceRole', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export const updatePerson = (tx: Tx, id: string, change: Updateable<PersonTable>) =>
  tx.updateTable('person').set(change).where('id', '=', id).execute()

/** A person's unexpired sessions, most recently used first. */
export const sessionsOf = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'address', 'userAgent', 'createdAt', 'seenAt'])
    .where('personId', '=', personId)
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .execute()

/** Deletes one session of a person. Returns whether it existed. */
export const deleteSessionOf = async (tx: Tx, personId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteSessionsOf = (tx: Tx, personId: string, except?: string) =>
  tx
    .deleteFrom('session')
    .where('personId', '=', personId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()

/** Records that the session's user has just authenticated again. */
export const confirmSession = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('session').set({ authenticatedAt: now }).where('id', '=', id).execute()

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.deleteFrom('session').where('expiresAt', '<', now).execute()

/** Notifies all servers on commit that someone has lost permissions. */
export const announceAccess = (tx: Tx) => sql`select pg_notify('fanion_access', '')`.execute(tx)
