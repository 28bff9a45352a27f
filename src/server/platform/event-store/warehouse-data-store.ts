import type { Db, Tx } from '../db/pool.ts'
import type { StoredExposureRow, StoredTrackRow } from './rows.ts'

/** A half-open period of one event's data, as one warehouse returned it. */
export type EventSlice = {
  readonly place: number
  readonly event: number
  /** The attribute that identifies the units. Null is the targeting key. */
  readonly unitBy: string | null
  readonly fromMs: number
  readonly toMs: number
}

/** An event of a unit, as a warehouse returned it. */
export type SliceRow = Pick<StoredTrackRow, 'unit' | 'atMs' | 'value' | 'properties'>

/** How a store keeps data from warehouses (docs/adr/0030). */
export type WarehouseDataStore = {
  /**
   * Replaces what a warehouse returned for a slice. Idempotent and atomic together with what `settle` writes in
   * PostgreSQL: if `rows` or `settle` rejects, nothing changes. A partial slice is never visible. `more` is the change
   * in the number of rows, negative if there are fewer.
   */
  readonly replaceSlice: (
    db: Db,
    slice: EventSlice,
    rows: AsyncIterable<readonly SliceRow[]>,
    settle: (tx: Tx, more: number) => Promise<void>,
  ) => Promise<void>
  /**
   * Stores exposures from a warehouse. All become visible at the same moment, and `settle` records the read in
   * PostgreSQL. A run has each unit at most once, with its earliest exposure. Storing exposures again is idempotent, so
   * it is harmless if they are stored but `settle` rejects.
   */
  readonly putExposures: (
    db: Db,
    exposures: readonly StoredExposureRow[],
    settle: (tx: Tx) => Promise<void>,
  ) => Promise<void>
}
