import { readConfig } from '../config.ts'
import { databaseNow } from '../platform/db/database-clock.ts'
import { openDb } from '../platform/db/pool.ts'
import { connect } from '../platform/event-store/clickhouse/connect.ts'
import { prepareTables } from '../platform/event-store/clickhouse/tables.ts'
import { type MovedRows, moveToClickHouse } from '../platform/event-store/move.ts'
import { readCurrentEngine } from '../platform/event-store/postgresql/current-engine.ts'
import { ownFolder, prepareDatabase } from '../prepare-database.ts'
import { StartError } from '../start-error.ts'
import { operate } from './operate.ts'
import { withDatabase } from './with-database.ts'

const onIdleError = (error: Error) => console.error(error.message)

/**
 * `fanion measure move`: copies events and exposures from PostgreSQL to the ClickHouse at FANION_MEASURE_URL. Can be
 * interrupted and restarted. Exits with 1 if it fails, 2 for wrong usage.
 */
export async function eventStoreCommand(args: readonly string[], usage: string): Promise<void> {
  if (args.join(' ') !== 'move') {
    console.error(`Say “fanion measure move”.\n\n${usage}`)
    process.exit(2)
  }
  await operate(async () => {
    const { measureUrl, secret, secretPrevious, ...config } = readConfig()
    if (measureUrl === undefined)
      throw new StartError('Set FANION_MEASURE_URL to the target, such as clickhouse://user:password@host:8123/fanion.')
    const moved = await withDatabase(config, 'there', async (url) => {
      await prepareDatabase({ url, secret, secretPrevious, folder: ownFolder(config) }, onIdleError)
      return moveAt(url, measureUrl)
    })
    const { events, exposures, isInForce } = moved
    console.log(`Copied ${events.toLocaleString('en')} events and ${exposures.toLocaleString('en')} exposures.`)
    console.log(
      isInForce
        ? 'ClickHouse is in force now: start the servers with this FANION_MEASURE_URL.'
        : 'Servers run, and go on writing to PostgreSQL. Stop them and run this again: days that are copied are not read again.',
    )
  })
}

async function moveAt(url: string, measureUrl: string): Promise<MovedRows> {
  const db = openDb(url, 2, onIdleError, { work: 'migration' })
  const clickhouse = connect(measureUrl)
  try {
    if ((await readCurrentEngine(db)) === 'clickhouse')
      throw new StartError('Events and exposures are already in ClickHouse: start the servers with FANION_MEASURE_URL.')
    const problem = await prepareTables(clickhouse).catch(refuseAway)
    if (problem !== null) throw new StartError(problem)
    return await moveToClickHouse(db, clickhouse, await databaseNow(db), (line) => console.log(line))
  } finally {
    await clickhouse.close()
    await db.destroy()
  }
}

const refuseAway = (error: unknown): never => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  throw new StartError(
    `Can’t use ClickHouse: ${cause}. Check that it runs, and that FANION_MEASURE_URL has its host, port, user, password and database.`,
    { cause: error },
  )
}
