import { postgresql } from '../postgresql/store.ts'
import type { MeasureStore } from '../store.ts'
import { cohortSums } from './cohorts.ts'
import type { ClickHouse } from './connect.ts'
import { forget, keep, size } from './keep.ts'
import { firstEvents, people, saidByPages } from './people.ts'
import { preview } from './preview.ts'
import { putExposures, putRows } from './put-rows.ts'
import { replaceSlice } from './replace-slice.ts'
import { percentile, values } from './spread.ts'

/**
 * Stores events and exposures in ClickHouse, and the ids and counts of accepted batches in PostgreSQL. Rows are written
 * before their batch: an acknowledged batch is stored completely, and a retried one writes the same rows.
 */
export const clickhouseStore = (clickhouse: ClickHouse): MeasureStore => ({
  engine: 'clickhouse',
  put: async (db, batches) => {
    await putRows(clickhouse, batches)
    return postgresql.put(
      db,
      batches.map((one) => ({ ...one, judged: { ...one.judged, tracks: [], exposures: [] } })),
    )
  },
  replaceSlice: replaceSlice(clickhouse),
  putExposures: putExposures(clickhouse),
  cohorts: (db, question) => cohortSums(clickhouse, db, question),
  people: (_, question) => people(clickhouse, question),
  firstEvents: (db, question) => firstEvents(clickhouse, db, question),
  percentile: (db, question) => percentile(clickhouse, db, question),
  values: (db, question) => values(clickhouse, db, question),
  saidByPages: (_, events, since) => saidByPages(clickhouse, events, since),
  preview: (db, question) => preview(clickhouse, db, question),
  forget: (db, projectId, units) => forget(clickhouse, db, projectId, units),
  keep: (db, now) => keep(clickhouse, db, now),
  size: () => size(clickhouse),
})
