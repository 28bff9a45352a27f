import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { PersonTable, SessionTable } from '../../../platform/db/schema.ts'

/** Whether the installation has an owner. */
export const hasOwner = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('person').select('id').where('instanceRole', '=', 'owner').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Holds every other set-up back until this transaction ends: two first owners cannot be made at once. */
export const lockSetUp = (tx: Tx) => sql`select pg_advisory_xact_lock(4410)`.execute(tx)

export const insertPerson = (tx: Tx, person: PersonTable) => tx.insertInto('person').values(person).execute()

/** The person of this case-folded address. */
export const findPersonByEmail = (db: Db, email: string) =>
  db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole', 'passwordHash', 'disabledAt', 'lastSeenAt', 'createdAt', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Which of these addresses have an account. */
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

/** The same, unless they are disabled. */
export const findActivePerson = (db: Db, id: string) =>
  db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole'])
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

export const insertSession = (tx: Tx, session: Insertable<SessionTable>) =>
  tx.insertInto('session').values(session).execute()

/** The session of this token hash that has not expired, with its person, unless they are disabled. */
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

/** Slides a session on: it was used now and ends `expiresAt`. */
export const touchSession = (db: Db, id: string, now: Date, expiresAt: Date) =>
  db.updateTable('session').set({ seenAt: now, expiresAt }).where('id', '=', id).execute()

export const touchPerson = (db: Db, id: string, now: Date) =>
  db.updateTable('person').set({ lastSeenAt: now }).where('id', '=', id).execute()

export const deleteSession = (tx: Tx, id: string) => tx.deleteFrom('session').where('id', '=', id).execute()

/** Every account with what an owner wants to know of it, ordered by name. */
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

/** A person for a change, locked until the transaction ends. */
export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('person')
    .select(['id', 'email', 'name', 'instanceRole', 'passwordHash', 'disabledAt', 'lastSeenAt', 'createdAt', 'locale'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The ids of the owners who can sign in, locked until the transaction ends: none of them can go unseen. */
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

/** The sessions of a person that have not expired, newest use first. */
export const sessionsOf = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'address', 'userAgent', 'createdAt', 'seenAt'])
    .where('personId', '=', personId)
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .execute()

/** Ends one session of a person; tells whether there was one. */
export const deleteSessionOf = async (tx: Tx, personId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of a person but one, or every one. */
export const deleteSessionsOf = (tx: Tx, personId: string, except?: string) =>
  tx
    .deleteFrom('session')
    .where('personId', '=', personId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()

/** The person behind the session has just proven again who they are. */
export const confirmSession = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('session').set({ authenticatedAt: now }).where('id', '=', id).execute()

/** Sessions past their end, away with them. */
export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.deleteFrom('session').where('expiresAt', '<', now).execute()

/** Tells every server, when this transaction commits, that somebody may do less than before. */
export const announceAccess = (tx: Tx) => sql`select pg_notify('fanion_access', '')`.execute(tx)
