import type { Db, Tx } from '../db/pool.ts'
import type { KeptExposure, KeptTrack } from './rows.ts'

/** A stretch of time of one event, as one source gives it: from an instant to before another. */
export type Slice = {
  readonly place: number
  readonly event: number
  /** The attribute that names the units; null is the targeting key. */
  readonly unitBy: string | null
  readonly fromMs: number
  readonly toMs: number
}

/** What a unit did, as a source gives it. */
export type SliceRow = Pick<KeptTrack, 'unit' | 'atMs' | 'value' | 'properties'>

/** How a store keeps what is read of people’s own tables (docs/adr/0030). */
export type FromSources = {
  /**
   * Replaces what a source gave within a slice, so that it can be read any number of times; all of it, with what `settle` writes in
   * PostgreSQL, or nothing. Where `rows` or `settle` reject, nothing is replaced. Nobody sees half of it. `more`: how many rows there are
   * now that were not there, or fewer.
   */
  readonly replaceSlice: (
    db: Db,
    slice: Slice,
    rows: AsyncIterable<readonly SliceRow[]>,
    settle: (tx: Tx, more: number) => Promise<void>,
  ) => Promise<void>
  /**
   * Keeps exposures that a source told of: all are seen from one moment on, and `settle` writes what is noted of it in PostgreSQL. A
   * unit is in a run once at most; one that is known was exposed when it was told first. What was told again comes to the same, so
   * it does no harm where they are there though `settle` rejects.
   */
  readonly putExposures: (
    db: Db,
    exposures: readonly KeptExposure[],
    settle: (tx: Tx) => Promise<void>,
  ) => Promise<void>
}
