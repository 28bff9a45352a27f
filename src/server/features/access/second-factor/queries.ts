import type { Insertable } from 'kysely'
import type { OneTimeCodeTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

/** The sealed secret of a person's authenticator app, confirmed or not yet. */
export const findOneTimeCode = (db: Db, personId: string) =>
  db.selectFrom('oneTimeCode').select(['secret', 'confirmedAt']).where('personId', '=', personId).executeTakeFirst()

/** Whether a person signs in with an authenticator app or has a passkey. */
export const hasSecondFactor = async (db: Db, personId: string): Promise<boolean> => {
  if ((await findOneTimeCode(db, personId))?.confirmedAt) return true
  const passkeys = db.selectFrom('passkey').select('id').where('personId', '=', personId)
  return (await passkeys.limit(1).executeTakeFirst()) !== undefined
}

/** Keeps a new secret in place of one that was never confirmed. */
export const putOneTimeCode = (tx: Tx, row: Insertable<OneTimeCodeTable>) =>
  tx
    .insertInto('oneTimeCode')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ secret: row.secret, createdAt: row.createdAt })
        .where('oneTimeCode.confirmedAt', 'is', null),
    )
    .execute()

export const confirmOneTimeCode = (tx: Tx, personId: string, now: Date) =>
  tx.updateTable('oneTimeCode').set({ confirmedAt: now }).where('personId', '=', personId).execute()

/** Takes the code of a time step; false where that step or a later one was taken before. */
export const takeStep = async (db: Db, personId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oneTimeCode')
    .set({ lastStep: step })
    .where('personId', '=', personId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a recovery code; false where there is none such or it was taken before. */
export const takeRecoveryCode = async (db: Db, personId: string, hash: Buffer, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteSecondFactor = async (tx: Tx, personId: string): Promise<void> => {
  await tx.deleteFrom('oneTimeCode').where('personId', '=', personId).execute()
  await tx.deleteFrom('recoveryCode').where('personId', '=', personId).execute()
}

/** Replaces a person's recovery codes. */
export const putRecoveryCodes = async (tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.deleteFrom('recoveryCode').where('personId', '=', personId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(hashes.map((hash) => ({ personId, hash, usedAt: null })))
    .execute()
}

/** How many recovery codes a person has left. */
export const countRecoveryCodes = async (db: Db, personId: string): Promise<number> => {
  const row = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
