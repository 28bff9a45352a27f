import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A notification that takes longer than this counts as lost. */
const patienceMs = 2_000
const rounds = 3
const channel = 'fanion_pooler_probe'

/**
 * Returns why connections to this address are not sessions of their own, or undefined if they are. A pooler in
 * transaction or statement mode gives a connection to another client between two transactions, so LISTEN and session
 * settings are lost.
 *
 * A `SET` that survives and a NOTIFY that returns to its own connection prove nothing: both work while no other client
 * is connected. Two open connections with the same backend are proof, and so is a notification that does not reach the
 * other connection.
 */
export async function findTransactionPooler(
  connectionString: string,
  onClient: (client: pg.Client) => void = () => undefined,
): Promise<string | undefined> {
  const options = { connectionString, application_name: 'fanion-probe', connectionTimeoutMillis: 5_000 }
  const [one, other] = [new pg.Client(options), new pg.Client(options)]
  // A connection that breaks fails the query in progress.
  for (const client of [one, other]) {
    client.on('error', () => undefined)
    onClient(client)
  }
  try {
    await Promise.all([one.connect(), other.connect()])
    if (await shareBackend(one, other)) return 'two open connections share one backend'
    if (!(await notificationArrives(one, other))) return 'a notification from another connection does not arrive'
    return undefined
  } finally {
    await Promise.all([one.end(), other.end()].map((ended) => ended.catch(() => undefined)))
  }
}

async function shareBackend(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const first = await backendOf(one)
    if (first === (await backendOf(other)) || first !== (await backendOf(one))) return true
  }
  return false
}

const backendOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

async function notificationArrives(listener: pg.Client, sender: pg.Client): Promise<boolean> {
  const payload = randomUUID()
  const received = new Promise<true>((resolve) => {
    listener.on('notification', (notification) => notification.payload === payload && resolve(true))
  })
  await listener.query(`listen ${channel}`)
  await sender.query('select pg_notify($1, $2)', [channel, payload])
  const timer = new AbortController()
  const isLate = wait(patienceMs, false as const, { signal: timer.signal }).catch(() => false as const)
  const arrived = await Promise.race([received, isLate])
  timer.abort()
  if (arrived) return true
  // PostgreSQL delivers pending notifications at the latest with the next response, so a slow machine is not mistaken
  // for a pooler.
  await listener.query('select 1')
  return Promise.race([received, wait(0, false as const)])
}

export const poolerRefusal = (databaseUrl: string, sign: string): string =>
  `DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer, at ${new URL(databaseUrl).host} (${sign}). ` +
  'Changes would reach applications late through it. Set DATABASE_URL to the address of PostgreSQL itself, or have the ' +
  'pooler use session mode (PgBouncer: pool_mode = session).'
