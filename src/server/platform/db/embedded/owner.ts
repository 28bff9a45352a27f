import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../../start-error.ts'

/** Advisory lock that the Fanion process which owns an embedded server has for its whole lifetime. */
const ownerLock = 0x46414e31

export type Running = { port: number; pid: number; owner: pg.Client }

/** Takes the owner's lock. Returns undefined if another process has it. */
export async function claimOwnership(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'fanion-owner', keepAlive: true })
  client.on('error', () => {
    // The server exited. Users of the pool get its errors there.
  })
  await client.connect()
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [ownerLock])
  if (rows[0]?.ok) return client
  await client.end()
  return undefined
}

/** Whether a Fanion process owns this server now. Throws if the server cannot be queried. */
export async function isOwned(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'fanion-owner',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
      [ownerLock],
    )
    return rowCount === 1
  } finally {
    await client.end()
  }
}

/**
 * Takes over a server that outlived its Fanion (kill -9). Throws if it still has an owner. Returns undefined if none
 * runs on this folder.
 */
export async function adoptServer(data: string, urlOf: (port: number) => string): Promise<Running | undefined> {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pidLine, , , portLine] = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(pidLine), Number(portLine)]
  if (!pid || !port || !isAlive(pid)) return undefined
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      const owner = await claimOwnership(urlOf(port))
      if (owner) return { port, pid, owner }
      throw new StartError(
        `Another Fanion is already running on ${path.dirname(data)} (PostgreSQL pid ${pid}, port ${port}). ` +
          'Stop it first, or choose another folder with FANION_DATA_DIR.',
      )
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!isStartingUp(error)) return undefined // the pid now belongs to another program
      await sleep(100)
    }
  }
  return undefined
}

/** Whether a process is running. Zombies, which only wait for their parent, don't count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const status = `/proc/${pid}/status`
  return existsSync(status) ? !/^State:\s+[ZX]/m.test(readFileSync(status, 'utf8')) : process.platform !== 'linux'
}

/** Whether a server reports that it is starting or stopping. */
export const isStartingUp = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57P03'
