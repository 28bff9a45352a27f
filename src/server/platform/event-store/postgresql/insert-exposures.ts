import { sql } from 'kysely'
import { float8List, int2List, int4List, uuidList } from '../../db/binary-lists.ts'
import { via } from '../rows.ts'
import type { EventStore } from '../store.ts'
import { mergeExposureSql } from './insert-batches.ts'

const atOnce = 10_000

/** Stores exposures from a warehouse in one transaction with `settle`. Rows are always locked in the same order. */
export const insertExposures: EventStore['putExposures'] = (db, exposures, settle) => {
  const sorted = exposures.toSorted((a, b) => a.run - b.run || (a.unit < b.unit ? -1 : 1))
  return db.transaction().execute(async (tx) => {
    for (let from = 0; from < sorted.length; from += atOnce) {
      const some = sorted.slice(from, from + atOnce)
      // Skips rows that would change nothing; SDKs may report the same exposures concurrently.
      await sql`
        insert into exposure (run, unit, arm, first_at, via)
        select run, unit, arm, to_timestamp(at), ${via.source}::smallint
        from unnest(
          ${int4List(some, ({ run }) => run)}::int[], ${uuidList(some, ({ unit }) => unit)}::uuid[],
          ${int2List(some, ({ arm }) => arm)}::smallint[], ${float8List(some, ({ atMs }) => atMs / 1_000)}::double precision[]
        ) as row (run, unit, arm, at)
        where run in (select id from run) and not exists (
          select from exposure where exposure.run = row.run and exposure.unit = row.unit and exposure.first_at <= to_timestamp(at)
          and exposure.via in (${sql.lit(via.server)}, ${sql.lit(via.otlp)}, ${sql.lit(via.source)})
        )
        order by run, unit ${mergeExposureSql}`.execute(tx)
    }
    await settle(tx)
  })
}
