import type { Insertable } from 'kysely'
import type { DeviceRequestTable } from '../../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'

export const insertRequest = (db: Db, row: Insertable<DeviceRequestTable>) =>
  db.insertInto('deviceRequest').values(row).execute()

/** The undecided, unexpired request with this user code. */
export const findPendingDevice = (db: Db, userCode: string, now: Date) =>
  db
    .selectFrom('deviceRequest')
    .select(['id', 'userCode', 'name', 'scope', 'expiresInDays', 'address', 'createdAt'])
    .where('userCode', '=', userCode)
    .where('state', '=', 'waiting')
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Stores a decision. Returns whether the request was still pending. */
export const decideRequest = async (
  tx: Tx,
  id: string,
  decided: { state: 'approved' | 'denied'; personId: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('deviceRequest')
    .set(decided)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The request of a program with its approver, locked so that two concurrent polls do not both get a token. */
export const lockByCode = (tx: Tx, codeHash: Buffer) =>
  tx
    .selectFrom('deviceRequest')
    .leftJoin('person', 'person.id', 'deviceRequest.personId')
    .select(['deviceRequest.id', 'deviceRequest.name', 'deviceRequest.scope', 'deviceRequest.expiresInDays'])
    .select(['deviceRequest.state', 'deviceRequest.expiresAt', 'deviceRequest.polledAt'])
    .select(['person.id as personId', 'person.name as personName', 'person.email', 'person.disabledAt'])
    .where('codeHash', '=', codeHash)
    .forUpdate('deviceRequest')
    .executeTakeFirst()

export const recordDevicePoll = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('deviceRequest').set({ polledAt: at }).where('id', '=', id).execute()

export const deleteRequest = (tx: Tx, id: string) => tx.deleteFrom('deviceRequest').where('id', '=', id).execute()

export const deleteExpiredRequests = (db: Db, now: Date) =>
  db.deleteFrom('deviceRequest').where('expiresAt', '<', now).execute()
