import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type FirstExposure = { flag: string; unit: string; variant: string; firstAt: Date }

/**
 * Keeps each exposure at the earliest time that was told of it; what is known to be as early is not written again.
 * `exposures` holds each unit, flag and variant at most once.
 */
export const putExposures = (db: Db, environmentId: string, byClient: boolean, exposures: readonly FirstExposure[]) =>
  db
    .insertInto('exposure')
    // rows are locked in one order, whoever writes, so that two reports never wait for each other
    .values(
      exposures
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
        .map((row) => ({ environmentId, byClient, ...row })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['environmentId', 'flag', 'unit', 'variant'])
        .doUpdateSet({ firstAt: sql`excluded.first_at` })
        .where(sql<boolean>`excluded.first_at < exposure.first_at`),
    )
    .execute()

const orderOf = ({ flag, unit, variant }: FirstExposure) => `${flag} ${unit} ${variant}`

/** How many exposures are kept of an environment that were told with keys of one kind. */
export const keptExposures = async (db: Db, environmentId: string, byClient: boolean): Promise<number> => {
  const row = await db
    .selectFrom('exposureCount')
    .select('kept')
    .where('environmentId', '=', environmentId)
    .where('byClient', '=', byClient)
    .executeTakeFirst()
  return Number(row?.kept ?? 0)
}

/** Forgets some of the exposures from before an instant; tells how many. */
export const forgetExposures = async (db: Db, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from exposure where ctid = any(array(
      select ctid from exposure where first_at < ${before} limit ${most}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
