import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import type { FreezeTable } from '../../db/ramp-tables.ts'
import type { ProvenEnvironment } from '../../kernel/scope.ts'

type Place = Pick<ProvenEnvironment, 'id'>

/** The freezes of an environment that are not over, the next one first. */
export const freezesOf = (db: Db, environment: Place, now: Date) =>
  db
    .selectFrom('freezeWindow')
    .select(['id', 'fromAt', 'toAt', 'why', 'madeBy'])
    .where('environmentId', '=', environment.id)
    .where('toAt', '>', now)
    .orderBy('fromAt')
    .orderBy('id')
    .execute()

export type FreezeRow = Awaited<ReturnType<typeof freezesOf>>[number]

export const insertFreeze = (tx: Tx, freeze: Insertable<FreezeTable>) =>
  tx.insertInto('freezeWindow').values(freeze).execute()

/** Takes a freeze away and returns it; undefined where there is none. */
export const deleteFreeze = (tx: Tx, environment: Place, id: string) =>
  tx
    .deleteFrom('freezeWindow')
    .where('environmentId', '=', environment.id)
    .where('id', '=', id)
    .returning(['id', 'fromAt', 'toAt', 'why', 'madeBy'])
    .executeTakeFirst()
