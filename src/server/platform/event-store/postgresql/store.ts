import type { Db } from '../../db/pool.ts'
import type { ReadyBatch } from '../rows.ts'
import type { EventStore } from '../store.ts'
import { baseline } from './baseline.ts'
import { cohortSums } from './cohorts.ts'
import { expirePostgresqlData, forget, size } from './expire-data.ts'
import { insertBatches } from './insert-batches.ts'
import { insertExposures } from './insert-exposures.ts'
import { hasNoPartition, makePartitions } from './partitions.ts'
import { firstEvents, hasClientEvents, readPostgresqlUsers } from './people.ts'
import { preview } from './preview.ts'
import { replaceSlice } from './replace-slice.ts'
import { percentile, readPostgresqlQuantiles } from './spread.ts'

/** Creates missing partitions and retries: a server that was suspended has none for today. */
const insertBatchesWithPartitions = async (db: Db, batches: readonly ReadyBatch[]) => {
  try {
    return await insertBatches(db, batches)
  } catch (error) {
    if (!hasNoPartition(error)) throw error
    await makePartitions(db, new Date(Math.max(...batches.map(({ receivedAtMs }) => receivedAtMs))))
    return insertBatches(db, batches)
  }
}

/** Stores events and exposures in the main database. */
export const postgresqlStore: EventStore = {
  engine: 'postgresql',
  put: insertBatchesWithPartitions,
  replaceSlice,
  putExposures: insertExposures,
  cohorts: cohortSums,
  people: readPostgresqlUsers,
  firstEvents,
  percentile,
  values: readPostgresqlQuantiles,
  saidByPages: hasClientEvents,
  baseline,
  preview,
  forget,
  keep: expirePostgresqlData,
  size,
}
