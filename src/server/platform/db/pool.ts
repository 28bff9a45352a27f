import { CamelCasePlugin, Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { theTracer } from '../tracing/trace.ts'
import { addressOf, type DatabaseAddress } from './address.ts'
import { isSignInRefused } from './failure.ts'
import type { DatabaseOutage } from './outage.ts'
import type { Database } from './schema.ts'
import { keepAlive, timeLimits, unreadMs, type Work } from './time-limits.ts'

/** A connection pool or an open transaction. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

type Outage = Pick<DatabaseOutage, 'failed' | 'succeeded'>

type Options = {
  /** Purpose of the connections, which sets their timeouts. Without it there are none. */
  work?: Work
  /** Called before every use. Throws while the database may not be used yet. */
  mayUse?: () => void
  /** Notified of failed and successful queries. */
  outage?: Outage | undefined
  /** Called with each connection before it opens. */
  onClient?: ((client: pg.Client) => void) | undefined
}

/**
 * Opens a pool of at most `max` connections; connects at the first query. `onIdleError` is called when an idle
 * connection breaks. The pool replaces it by itself.
 */
export const openDb = (
  given: string | DatabaseAddress,
  max: number,
  onIdleError: (error: Error) => void,
  { work, mayUse, outage, onClient }: Options = {},
): Db => {
  const address = addressOf(given)
  const pool = new pg.Pool({
    connectionString: address.url(),
    max,
    ...(onClient && { Client: watched(onClient) }),
    application_name: work === undefined || work === 'read' ? 'fanion' : `fanion-${work}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAlive.idleSeconds * 1_000,
    // The pool awaits it, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => prepare(client, work),
  })
  pool.on('error', onIdleError)
  // A connection that breaks between two queries of a transaction emits `error` only on itself, and an unhandled one
  // would end the process. The next query on it fails.
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

const watched = (onClient: (client: pg.Client) => void) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      onClient(this)
    }
  }

/** Connects. If the sign-in is rejected, reads the credentials again and retries once. */
async function connectAt(address: DatabaseAddress, pool: pg.Pool): Promise<pg.PoolClient> {
  // The pool reads its options for each new connection.
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

/** Runs queries on one open connection, inside its current transaction. Does not close the connection. */
export const overClient = (client: pg.ClientBase): Db =>
  overPool({
    options: {},
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: async () => undefined,
  })

/**
 * Takes no migration lock: `migrate` does. Kysely's lock is session-level, so it stays on a pooled connection after its
 * owner has ended, and it sets `lock_timeout` to an hour.
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
    // Documents are JSON and keep their own keys.
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

/**
 * Applies settings with a statement instead of startup parameters, because poolers reject parameters they do not know.
 */
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
