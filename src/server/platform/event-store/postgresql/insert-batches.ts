import { sql } from 'kysely'
import { float8List, int2List, int4List, jsonbList, textList, uuidList } from '../../db/binary-lists.ts'
import type { Db } from '../../db/pool.ts'
import { type ReadyBatch, sourcesByTrust, type ValidatedBatch } from '../rows.ts'

/** Whether a repeated exposure comes from a more trusted source than the stored one. */
const isBelievedMore = sql`array_position(${sql.lit(`{${sourcesByTrust.join(',')}}`)}::smallint[], excluded.via)
  < array_position(${sql.lit(`{${sourcesByTrust.join(',')}}`)}::smallint[], exposure.via)`

/** Merges with a stored exposure: the earliest time and the most trusted source win. */
export const mergeExposureSql = sql`
  on conflict (run, unit) do update set first_at = least(exposure.first_at, excluded.first_at),
    via = case when ${isBelievedMore} then excluded.via else exposure.via end
  where excluded.first_at < exposure.first_at or ${isBelievedMore}`

/**
 * Stores each batch completely and at most once, in one statement: their ids, and the rows and counts of those whose
 * ids are new. A concurrent insert of the same batch waits, then stores nothing. Rows are always locked in the same
 * order. Returns the indexes of the batches that were new.
 */
export const insertBatches = async (db: Db, batches: readonly ReadyBatch[]): Promise<Set<number>> => {
  const told = columns(
    batches.map((one, n) => [
      n,
      one.place,
      one.id,
      one.via,
      one.sdk,
      one.receivedAtMs / 1_000,
      JSON.stringify(one.judged.receipt),
    ]),
    7,
  )
  const tracks = batches.flatMap(({ judged }) => judged.tracks)
  const exposures = batches.flatMap(({ judged }) => judged.exposures)
  const placesOf = (rowsOf: (judged: ValidatedBatch) => readonly unknown[]) =>
    int4List(
      batches.flatMap(({ judged }, n) => rowsOf(judged).map(() => n)),
      (n) => n,
    )
  const tallies = columns(
    batches.flatMap(({ judged }, n) => judged.tallies.map((row) => [n, row.kind, row.subject, row.reason, row.count])),
    5,
  )
  const { rows } = await sql<{ n: number }>`
    with told as materialized (
      select * from unnest(
        ${told[0]}::int[], ${told[1]}::int[], ${told[2]}::uuid[], ${told[3]}::smallint[], ${told[4]}::text[],
        ${told[5]}::double precision[], ${told[6]}::json[]
      ) as one (n, place, id, via, sdk, received, answer)
    ), fresh as (
      insert into track_batch (place, id, received_at, answer)
      select place, id, to_timestamp(received), answer from told where place in (select place from measure_key)
      order by place, id on conflict do nothing returning place, id
    ), kept as materialized (
      select told.* from told join fresh using (place, id)
    ), tracked as (
      insert into track (unit, at, value, place, event, via, properties, unit_by)
      select unit, to_timestamp(at), value, place, event, via, properties, unit_by
      from unnest(
        ${placesOf((one) => one.tracks)}::int[], ${int4List(tracks, ({ event }) => event)}::int[],
        ${uuidList(tracks, ({ unit }) => unit)}::uuid[], ${float8List(tracks, ({ atMs }) => atMs / 1_000)}::double precision[],
        ${float8List(tracks, ({ value }) => value)}::double precision[],
        ${jsonbList(tracks, ({ properties }) => properties)}::jsonb[], ${textList(tracks, ({ unitBy }) => unitBy)}::text[]
      ) as row (n, event, unit, at, value, properties, unit_by) join kept using (n)
    ), exposed as (
      insert into exposure (run, unit, arm, first_at, via)
      select run, unit, min(arm), to_timestamp(min(at)), (${sourcesByTrust}::smallint[])[min(array_position(${sourcesByTrust}::smallint[], via))]
      from unnest(
        ${placesOf((one) => one.exposures)}::int[], ${int4List(exposures, ({ run }) => run)}::int[],
        ${uuidList(exposures, ({ unit }) => unit)}::uuid[], ${int2List(exposures, ({ arm }) => arm)}::smallint[],
        ${float8List(exposures, ({ atMs }) => atMs / 1_000)}::double precision[]
      ) as row (n, run, unit, arm, at) join kept using (n)
      where run in (select id from run)
      group by run, unit order by run, unit
      ${mergeExposureSql}
    ), counted as (
    insert into intake_count (place, kind, subject, hour, sdk, reason, count, last_at)
    select place, kind, subject, date_trunc('hour', to_timestamp(received), 'UTC'), sdk, reason, sum(count), to_timestamp(max(received))
    from unnest(
      ${tallies[0]}::int[], ${tallies[1]}::text[], ${tallies[2]}::text[], ${tallies[3]}::text[], ${tallies[4]}::bigint[]
    ) as row (n, kind, subject, reason, count) join kept using (n)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (place, kind, subject, hour, sdk, reason) do update
      set count = intake_count.count + excluded.count, last_at = greatest(intake_count.last_at, excluded.last_at)
    )
    select n from kept`.execute(db)
  return new Set(rows.map(({ n }) => n))
}

/** Transposes rows to columns. */
const columns = (rows: readonly (readonly unknown[])[], width: number): unknown[][] =>
  Array.from({ length: width }, (_, at) => rows.map((row) => row[at]))
