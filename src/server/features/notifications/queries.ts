import { type Insertable, sql } from 'kysely'
import type { EmailChoice } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { limits } from '../../../shared/limits.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { LetterTable } from '../../platform/db/letter-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** The account's email preference. Null if it never chose one. */
export const emailPreferenceOf = async (db: Db, personId: string): Promise<EmailChoice | null> => {
  const row = await db.selectFrom('letterChoice').select('ramps').where('personId', '=', personId).executeTakeFirst()
  return row?.ramps ?? null
}

export const upsertEmailPreference = (tx: Tx, personId: string, ramps: EmailChoice) =>
  tx
    .insertInto('letterChoice')
    .values({ personId, ramps })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet({ ramps }))
    .execute()

/** Accounts that can sign in, with their email preference. */
const readers = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('letterChoice', 'letterChoice.personId', 'person.id')
    .select(['person.id', 'letterChoice.ramps'])
    .where('person.disabledAt', 'is', null)

type EmailRecipient = { id: string; ramps: EmailChoice | null }

/** The members of a project with one of these roles in an environment, in order of joining. */
export const membersWithRoles = (
  db: Db,
  { projectId, key }: Pick<ProvenEnvironment, 'projectId' | 'key'>,
  roles: readonly Role[],
  atMost: number,
): Promise<EmailRecipient[]> =>
  readers(db)
    .innerJoin('membership', 'membership.personId', 'person.id')
    .where('membership.projectId', '=', projectId)
    .where(
      'membership.role',
      'in',
      roles.filter((role) => role !== 'owner'),
    )
    .where(sql<boolean>`(membership.environments is null or ${key} = any (membership.environments))`)
    .orderBy('membership.createdAt')
    .orderBy('person.id')
    .limit(atMost)
    .execute()

/** The accounts among these that can see a project: its members and the owners of the instance. */
export const accountsWithAccess = async (
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<EmailRecipient[]> => {
  if (ids.length === 0) return []
  return readers(db)
    .leftJoin('membership', (join) =>
      join.onRef('membership.personId', '=', 'person.id').on('membership.projectId', '=', projectId),
    )
    .where('person.id', 'in', ids)
    .where((eb) => eb.or([eb('person.instanceRole', '=', 'owner'), eb('membership.personId', 'is not', null)]))
    .execute()
}

/** The author of a change and the owner of a flag. */
export const ownersOf = async (
  db: Db,
  projectId: string,
  changeId: string,
  flag: string,
): Promise<(string | null)[]> => {
  const change = await db.selectFrom('change').select('authorId').where('id', '=', changeId).executeTakeFirst()
  const owned = await db
    .selectFrom('flag')
    .select('ownerId')
    .where('projectId', '=', projectId)
    .where('key', '=', flag)
    .executeTakeFirst()
  return [change?.authorId ?? null, owned?.ownerId ?? null]
}

export const insertEmails = (tx: Tx, letters: readonly Insertable<LetterTable>[]) =>
  tx
    .insertInto('letter')
    .values([...letters])
    .execute()

/**
 * Takes the oldest due email created since `since` and leases it until `until`, so that no other server sends it.
 * Returns it with its recipient, project and environment.
 * Emails that a server stopped at come last.
 */
export const leaseEmail = async (db: Db, { now, since, until }: { now: Date; since: Date; until: Date }) =>
  db
    .updateTable('letter')
    .set((eb) => ({
      ...{ nextAttemptAt: until, attempts: eb('letter.attempts', '+', 1) },
      interrupted: eb('letter.interrupted', '+', 1),
    }))
    .from('person')
    .from('project')
    .whereRef('person.id', '=', 'letter.personId')
    .whereRef('project.id', '=', 'letter.projectId')
    .where('letter.id', '=', (eb) =>
      eb
        .selectFrom('letter as due')
        .select('due.id')
        .where('due.nextAttemptAt', '<=', now)
        .where('due.createdAt', '>', since)
        .where('due.interrupted', '<', limits.interruptedTries)
        .orderBy('due.interrupted')
        .orderBy('due.nextAttemptAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'letter.id',
      'letter.personId',
      'letter.projectId',
      'letter.about',
      'letter.attempts',
      'letter.createdAt',
    ])
    .returning(['person.email', 'project.key as project', 'project.name as projectName'])
    .executeTakeFirst()

/** Retries an email at a time. The server that leased it keeps running. */
export const postponeEmail = (db: Db, id: string, until: Date) =>
  db.updateTable('letter').set({ nextAttemptAt: until, interrupted: 0 }).where('id', '=', id).execute()

/** Deletes the letters at which as many servers in a row stopped as may. */
export const giveUpLetters = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db
    .deleteFrom('letter')
    .where('interrupted', '>=', limits.interruptedTries)
    .where('nextAttemptAt', '<=', now)
    .returning('id')
    .execute()

export const deleteEmail = (db: Db, id: string) => db.deleteFrom('letter').where('id', '=', id).execute()

export const deleteEmailsBefore = (db: Db, before: Date) =>
  db.deleteFrom('letter').where('createdAt', '<', before).execute()
