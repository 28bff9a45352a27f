import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { theTracer } from '../tracing/trace.ts'
import { addressOf, type DatabaseAddress } from './address.ts'
import { isSignInRefused } from './failure.ts'
import type { DatabaseOutage } from './outage.ts'
import type { Database } from './schema.ts'
import { keepAlive, timeLimits, unreadMs, type Work } from './time-limits.ts'

/** A connection pool or an open transaction: whatever a query can run on. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

type Outage = Pick<DatabaseOutage, 'failed' | 'succeeded'>

type Options = {
  /** What its connections are for; without it no time limits hold. */
  work?: Work
  /** Asked before every use: throws where nobody may use the database yet. */
  mayUse?: () => void
  /** Notices when the database goes away. */
  outage?: Outage | undefined
}

/**
 * Opens a pool of at most `max` connections; connects at the first query. `onIdleError` hears of idle connections
 * that broke: the pool replaces them by itself.
 */
export const openDb = (
  given: string | DatabaseAddress,
  max: number,
  onIdleError: (error: Error) => void,
  { work, mayUse, outage }: Options = {},
): Db => {
  const address = addressOf(given)
  const pool = new pg.Pool({
    connectionString: address.url(),
    max,
    application_name: work === undefined || work === 'read' ? 'fanion' : `fanion-${work}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAlive.idleSeconds * 1_000,
    // the pool waits for it, though its types do not say so
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => prepare(client, work),
  })
  pool.on('error', onIdleError)
  // one that breaks between two queries of a transaction tells only its own listeners, and without any the process would
  // end; the next query on it is refused
  pool.on('connect', (client) => client.on('error', () => undefined))
  const connect = async () => {
    try {
      mayUse?.()
      return await connectAt(address, pool)
    } catch (error) {
      outage?.failed(error)
      throw error
    }
  }
  return overPool({ options: pool.options, connect, end: () => pool.end() }, outage)
}

/** Connects; if the sign-in is refused, once more with credentials that were read again. */
async function connectAt(address: DatabaseAddress, pool: pg.Pool): Promise<pg.PoolClient> {
  // the pool reads its options for each new connection
  const connect = () => {
    Object.assign(pool.options, { connectionString: address.url() })
    return pool.connect()
  }
  try {
    return await connect()
  } catch (error) {
    if (!isSignInRefused(error) || !address.refresh()) throw error
    return connect()
  }
}

/** Queries on one open connection, in whatever transaction it is. The connection stays open. */
export const overClient = (client: pg.ClientBase): Db =>
  overPool({
    options: {},
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: async () => undefined,
  })

/**
 * Takes no lock for migrations: `migrate` does. Kysely's own is a session's, which stays on a pooled connection after its owner
 * has ended, and it sets `lock_timeout` to an hour.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }
}

const overPool = (pool: PostgresPool, outage?: Outage): Db => {
  const tracer = theTracer()
  return new Kysely<Database>({
    dialect: new Dialect({ pool }),
    // documents are JSON of ours and keep their own keys
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...((tracer || outage) && {
      log: (event) => {
        tracer?.statement(event.query.sql, event.queryDurationMillis, event.level === 'error')
        if (event.level === 'error') outage?.failed(event.error)
        else outage?.succeeded(event.queryDurationMillis)
      },
    }),
  })
}

/** By a statement and not at the connection's start, where poolers refuse what they do not know. */
async function prepare(client: pg.ClientBase, work: Work | undefined): Promise<void> {
  const settings: Record<string, number> = {
    tcp_keepalives_idle: keepAlive.idleSeconds,
    tcp_keepalives_interval: keepAlive.everySeconds,
    tcp_keepalives_count: keepAlive.times,
    tcp_user_timeout: unreadMs,
  }
  if (work !== undefined) {
    const { statementMs, lockMs, idleMs } = timeLimits[work]
    Object.assign(settings, {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
    })
  }
  const all = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
  await client.query(all.join('; '))
}
