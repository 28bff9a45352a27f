import type { Db } from '../db/pool.ts'
import { openRuns, readCurrentEngine, storeCurrentEngine } from './postgresql/current-engine.ts'
import { postgresqlStore } from './postgresql/store.ts'
import type { EventStore, StoreEngine } from './store.ts'

export type OpenStore = {
  readonly store: EventStore
  /** Returns why the store can't be used, or null. Changes nothing, and rejects if the store does not respond. */
  readonly check: () => Promise<string | null>
  /**
   * Creates missing tables. Returns a sentence that describes a problem, or null. Rejects if the store does not
   * respond.
   */
  readonly prepare: () => Promise<string | null>
  readonly close: () => Promise<void>
}

/** Opens the store from the settings: ClickHouse at a URL, or the main database. */
export async function openStore(url: string | undefined): Promise<OpenStore> {
  if (url === undefined)
    return {
      store: postgresqlStore,
      check: () => Promise.resolve(null),
      prepare: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }
  // The ClickHouse client is loaded only if it is used.
  const [{ connect }, { clickhouseStore }, { prepareTables, prepared, problemWith }] = await Promise.all([
    import('./clickhouse/connect.ts'),
    import('./clickhouse/store.ts'),
    import('./clickhouse/tables.ts'),
  ])
  const clickhouse = connect(url)
  return {
    store: clickhouseStore(prepared(clickhouse)),
    check: () => problemWith(clickhouse),
    prepare: () => prepareTables(clickhouse),
    close: () => clickhouse.close(),
  }
}

const names: Readonly<Record<StoreEngine, string>> = { postgresql: 'PostgreSQL', clickhouse: 'ClickHouse' }

/**
 * Switches to a store. Returns a sentence that says why it can't: the data of open runs is in the other store, and
 * their analyses would start from nothing.
 */
export async function switchEngine(db: Db, engine: StoreEngine): Promise<string | null> {
  const before = await readCurrentEngine(db)
  if (before === null || before === engine) return null
  const [first, ...others] = await openRuns(db)
  if (first === undefined) {
    await storeCurrentEngine(db, engine)
    return null
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const way =
    engine === 'clickhouse'
      ? 'Stop the servers and run “fanion measure move”, start without FANION_MEASURE_URL'
      : 'Set FANION_MEASURE_URL to it again'
  return (
    `Run ${first.number} of ${first.flag} in ${first.project}${more} is open, and what it measured lies in ${names[before]}, ` +
    `not in ${names[engine]}. ${way}, or end the open runs first.`
  )
}
