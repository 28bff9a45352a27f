import type { PasswordResetTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

export const insertReset = (tx: Tx, row: PasswordResetTable) => tx.insertInto('passwordReset').values(row).execute()

/** The reset of this token hash with its account, unless the account is disabled. Includes used and expired resets. */
export const findReset = (db: Db, hash: Buffer) =>
  db
    .selectFrom('passwordReset')
    .innerJoin('person', 'person.id', 'passwordReset.personId')
    .select(['passwordReset.personId', 'passwordReset.expiresAt', 'passwordReset.usedAt'])
    .select(['person.email', 'person.name'])
    .where('passwordReset.tokenHash', '=', hash)
    .where('person.disabledAt', 'is', null)
    .executeTakeFirst()

export const countResets = async (db: Db, personId: string, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('passwordReset')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('personId', '=', personId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Invalidates all open resets of a person. */
export const spendResets = (tx: Tx, personId: string, now: Date) =>
  tx
    .updateTable('passwordReset')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .execute()
