import type { Insertable } from 'kysely'
import type { ChallengeTable, PasskeyTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

export const passkeysOf = (db: Db, personId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'credentialId', 'createdAt', 'lastUsedAt'])
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .execute()

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.personId')
    .select(['passkey.id', 'passkey.personId', 'passkey.publicKey', 'passkey.counter'])
    .select(['person.disabledAt'])
    .where('passkey.credentialId', '=', credentialId)
    .executeTakeFirst()

export const insertPasskey = (tx: Tx, row: Insertable<PasskeyTable>) => tx.insertInto('passkey').values(row).execute()

export const usePasskey = (tx: Tx, id: string, counter: number, now: Date) =>
  tx.updateTable('passkey').set({ counter, lastUsedAt: now }).where('id', '=', id).execute()

/** Deletes one passkey of a person. Returns whether it existed. */
export const deletePasskey = async (tx: Tx, personId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const isSpentChallenge = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('challenge').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Marks a challenge as spent. Returns false if it already was. */
export const insertSpentChallenge = async (db: Db, row: ChallengeTable): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('challenge')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteExpiredChallenges = (db: Db, now: Date) =>
  db.deleteFrom('challenge').where('expiresAt', '<', now).execute()
