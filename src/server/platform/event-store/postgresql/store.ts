import type { Db } from '../../db/pool.ts'
import type { ReadyBatch } from '../rows.ts'
import type { MeasureStore } from '../store.ts'
import { baseline } from './baseline.ts'
import { cohortSums } from './cohorts.ts'
import { forget, keep, size } from './keep.ts'
import { hasNoPartition, makePartitions } from './partitions.ts'
import { firstEvents, people, saidByPages } from './people.ts'
import { preview } from './preview.ts'
import { putBatches } from './put-batches.ts'
import { putExposures } from './put-exposures.ts'
import { replaceSlice } from './replace-slice.ts'
import { percentile, values } from './spread.ts'

/** Creates missing partitions and retries: a server that was suspended has none for today. */
const put = async (db: Db, batches: readonly ReadyBatch[]) => {
  try {
    return await putBatches(db, batches)
  } catch (error) {
    if (!hasNoPartition(error)) throw error
    await makePartitions(db, new Date(Math.max(...batches.map(({ receivedAtMs }) => receivedAtMs))))
    return putBatches(db, batches)
  }
}

/** Stores events and exposures in the main database. */
export const postgresql: MeasureStore = {
  engine: 'postgresql',
  put,
  replaceSlice,
  putExposures,
  cohorts: cohortSums,
  people,
  firstEvents,
  percentile,
  values,
  saidByPages,
  baseline,
  preview,
  forget,
  keep,
  size,
}
