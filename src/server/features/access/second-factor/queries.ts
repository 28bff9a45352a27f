import type { Insertable } from 'kysely'
import type { OneTimeCodeTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

/** The sealed secret of a person's authenticator app, even if it is not confirmed yet. */
export const findOneTimeCode = (db: Db, personId: string) =>
  db.selectFrom('oneTimeCode').select(['secret', 'confirmedAt']).where('personId', '=', personId).executeTakeFirst()

/** Whether a person has a confirmed authenticator app or a passkey. */
export const hasSecondFactor = async (db: Db, personId: string): Promise<boolean> => {
  if ((await findOneTimeCode(db, personId))?.confirmedAt) return true
  const passkeys = db.selectFrom('passkey').select('id').where('personId', '=', personId)
  return (await passkeys.limit(1).executeTakeFirst()) !== undefined
}

/** Stores a new secret, replacing one that was never confirmed. */
export const upsertOneTimeCode = (tx: Tx, row: Insertable<OneTimeCodeTable>) =>
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

/** Uses up the code of a time step. Returns false if this step or a later one was already used. */
export const consumeCodeStep = async (db: Db, personId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oneTimeCode')
    .set({ lastStep: step })
    .where('personId', '=', personId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up a recovery code. Returns false if it does not exist or was already used. */
export const consumeRecoveryCode = async (db: Db, personId: string, hash: Buffer, now: Date): Promise<boolean> => {
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

export const replaceRecoveryCodes = async (tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.deleteFrom('recoveryCode').where('personId', '=', personId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(hashes.map((hash) => ({ personId, hash, usedAt: null })))
    .execute()
}

export const countRecoveryCodes = async (db: Db, personId: string): Promise<number> => {
  const row = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
