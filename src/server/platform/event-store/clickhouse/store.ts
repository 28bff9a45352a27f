import { postgresqlStore } from '../postgresql/store.ts'
import type { EventStore } from '../store.ts'
import { cohortSums } from './cohorts.ts'
import type { ClickHouse } from './connect.ts'
import { expireClickHouseData, forget, size } from './expire-data.ts'
import { insertBatchRows, insertClickHouseExposures } from './insert-rows.ts'
import { firstEvents, hasClientEventsIn, readClickHouseUsers } from './people.ts'
import { preview } from './preview.ts'
import { replaceSlice } from './replace-slice.ts'
import { percentile, readClickHouseQuantiles } from './spread.ts'

/**
 * Stores events and exposures in ClickHouse, and the ids and counts of accepted batches in PostgreSQL. Rows are written
 * before their batch: an acknowledged batch is stored completely, and a retried one writes the same rows.
 */
export const clickhouseStore = (clickhouse: ClickHouse): EventStore => ({
  engine: 'clickhouse',
  put: async (db, batches) => {
    await insertBatchRows(clickhouse, batches)
    return postgresqlStore.put(
      db,
      batches.map((one) => ({ ...one, judged: { ...one.judged, tracks: [], exposures: [] } })),
    )
  },
  replaceSlice: replaceSlice(clickhouse),
  putExposures: insertClickHouseExposures(clickhouse),
  cohorts: (db, question) => cohortSums(clickhouse, db, question),
  people: (_, question) => readClickHouseUsers(clickhouse, question),
  firstEvents: (db, question) => firstEvents(clickhouse, db, question),
  percentile: (db, question) => percentile(clickhouse, db, question),
  values: (db, question) => readClickHouseQuantiles(clickhouse, db, question),
  saidByPages: (_, events, since) => hasClientEventsIn(clickhouse, events, since),
  preview: (db, question) => preview(clickhouse, db, question),
  forget: (db, projectId, units) => forget(clickhouse, db, projectId, units),
  keep: (db, now) => expireClickHouseData(clickhouse, db, now),
  size: () => size(clickhouse),
})
