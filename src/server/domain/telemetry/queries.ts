import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type HourlyCount = { flag: string; variant: string; count: number }

/** Adds the counts to the rows of this hour in one statement. `counts` holds each flag and variant at most once. */
export const addCounts = (db: Db, environmentId: string, hour: Date, counts: readonly HourlyCount[]) =>
  db
    .insertInto('evaluationCount')
    // rows are locked in one order, whoever writes, so that two reports never wait for each other
    .values(
      counts
        .toSorted((a, b) => (`${a.flag} ${a.variant}` < `${b.flag} ${b.variant}` ? -1 : 1))
        .map((count) => ({ environmentId, hour, ...count })),
    )
    .onConflict((conflict) =>
      conflict.columns(['environmentId', 'flag', 'variant', 'hour']).doUpdateSet({
        // the greatest number that everybody can read; beyond it, nothing is added
        count: sql`least(evaluation_count.count::numeric + excluded.count, ${Number.MAX_SAFE_INTEGER})::bigint`,
      }),
    )
    .execute()

/** Counts of one environment from an hour on, ordered by flag, variant and hour. */
export const countsSince = (db: Db, environmentId: string, since: Date) =>
  db
    .selectFrom('evaluationCount')
    .select(['flag', 'variant', 'hour', 'count'])
    .where('environmentId', '=', environmentId)
    .where('hour', '>=', since)
    .orderBy('flag')
    .orderBy('variant')
    .orderBy('hour')
    .execute()
