import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type FirstExposure = { flag: string; unit: string; variant: string; firstAt: Date }

/** Keeps each exposure at the earliest time that was told of it. `exposures` holds each unit, flag and variant at most once. */
export const putExposures = (db: Db, environmentId: string, exposures: readonly FirstExposure[]) =>
  db
    .insertInto('exposure')
    // rows are locked in one order, whoever writes, so that two reports never wait for each other
    .values(exposures.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).map((row) => ({ environmentId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['environmentId', 'flag', 'unit', 'variant'])
        .doUpdateSet({ firstAt: sql`least(exposure.first_at, excluded.first_at)` }),
    )
    .execute()

const orderOf = ({ flag, unit, variant }: FirstExposure) => `${flag} ${unit} ${variant}`
