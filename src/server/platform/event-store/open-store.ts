import type { Db } from '../db/pool.ts'
import { engineInForce, openRuns, putInForce } from './postgresql/in-force.ts'
import { postgresql } from './postgresql/store.ts'
import type { Engine, MeasureStore } from './store.ts'

export type OpenStore = {
  readonly store: MeasureStore
  /** Makes what is missing there; gives what is wrong with it, in words, or null. Rejects where it doesn’t answer. */
  readonly prepare: () => Promise<string | null>
  readonly close: () => Promise<void>
}

/** The store that the settings name: ClickHouse at an address, or the database itself. */
export async function openStore(url: string | undefined): Promise<OpenStore> {
  if (url === undefined)
    return { store: postgresql, prepare: () => Promise.resolve(null), close: () => Promise.resolve() }
  // its client is loaded only where it is wanted
  const [{ connect }, { clickhouseStore }, { prepareTables, prepared }] = await Promise.all([
    import('./clickhouse/connect.ts'),
    import('./clickhouse/store.ts'),
    import('./clickhouse/tables.ts'),
  ])
  const clickhouse = connect(url)
  return {
    store: clickhouseStore(prepared(clickhouse)),
    prepare: () => prepareTables(clickhouse),
    close: () => clickhouse.close(),
  }
}

const names: Readonly<Record<Engine, string>> = { postgresql: 'PostgreSQL', clickhouse: 'ClickHouse' }

/**
 * Puts a store in force, or says why it must not be: what open runs measured lies in the other one, and their looks would begin
 * from nothing.
 */
export async function takeInForce(db: Db, engine: Engine): Promise<string | null> {
  const before = await engineInForce(db)
  if (before === null || before === engine) return null
  const [first, ...others] = await openRuns(db)
  if (first === undefined) {
    await putInForce(db, engine)
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
