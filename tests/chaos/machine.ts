import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { keyHash } from '../../src/server/features/access/keys/key-hash.ts'
import { ensureDatabase } from '../../src/server/platform/db/embedded/database.ts'
import { isAlive } from '../../src/server/platform/db/embedded/owner.ts'
import { type Embedded, startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { type Db, openDb } from '../../src/server/platform/db/pool.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { otherPostgresBinaries } from '../support/other-postgres-binaries.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'

/** Faults that can happen to an installation. */
export const faults = {
  'server killed': (machine: Machine) => machine.killServer(),
  'PostgreSQL killed': (machine: Machine) => machine.killDatabase(),
  'connections cut': (machine: Machine) => machine.cutConnections(),
  'both killed': (machine: Machine) => Promise.all([machine.killDatabase(), machine.killServer()]),
}
export type Fault = keyof typeof faults

/** A longer run ends early with the faults so far: `npm run chaos -- --minutes 30`. */
const longestMs = Number(process.env['FANION_CHAOS_MINUTES'] ?? 1_000) * 60_000
let began = { test: '', atMs: 0 }
/** Whether the current test has used up its time, counted from its first call: files share this module. */
export const timeIsUp = (): boolean => {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const test = `${testPath} ${currentTestName}`
  if (began.test !== test) began = { test, atMs: performance.now() }
  return performance.now() - began.atMs > longestMs
}

/** Number of start attempts, as a service manager would make. */
const starts = 60

/**
 * A realistic installation: a PostgreSQL that syncs its commits, and a Fanion process on it. Both restart at the same
 * addresses, as under a service manager.
 */
export class Machine {
  readonly #home: string
  #cluster: Embedded
  #server: ServerProcess
  readonly #port: number
  /** Direct access to the database. Its connections are cut like all others. */
  readonly db: Db

  private constructor(home: string, cluster: Embedded, databaseUrl: string, port: number) {
    this.#home = home
    this.#cluster = cluster
    this.#port = port
    this.databaseUrl = databaseUrl
    this.db = openDb(databaseUrl, 2, () => undefined)
    this.#server = this.#spawn()
  }

  readonly databaseUrl: string
  /** Output of servers that exited unexpectedly. Must stay empty. */
  readonly deaths: string[] = []
  readonly #killed = new Set<ServerProcess>()
  // A failed test may still be causing faults.
  #over = false

  /** Starts a machine and waits until it responds. Removed when the test ends. */
  static async start(): Promise<Machine> {
    const home = await aFolder('chaos')
    const cluster = await startEmbedded({ home, programs: otherPostgresBinaries() })
    const machine = new Machine(home, cluster, await ensureDatabase(cluster, 'fanion'), await freePort())
    onTestFinished(() => machine.#end())
    await machine.#server.ready
    machine.#watch(machine.#server)
    return machine
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Kills the server, and restarts it until it responds. */
  async killServer(): Promise<void> {
    if (this.#over) return
    this.#killed.add(this.#server)
    this.#server.kill('SIGKILL')
    await this.#server.exited
    for (let attempt = 1; ; attempt++) {
      this.#server = this.#spawn()
      const refusal = await this.#server.ready.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (refusal === undefined) return this.#watch(this.#server)
      if (attempt === starts) throw refusal
    }
  }

  /** Kills the server and restarts it, whether or not the database is up. */
  async restartServer(between: () => Promise<void> = async () => undefined): Promise<void> {
    this.#killed.add(this.#server)
    this.#server.kill('SIGKILL')
    await this.#server.exited
    await between()
    this.#server = this.#spawn()
    await this.#server.ready
    this.#watch(this.#server)
  }

  /** Revokes an SDK key directly in the database, with the server's notification. */
  async revokeKey(text: string): Promise<void> {
    const hash = keyHash(text)
    const set = this.db.updateTable('sdkKey').set({ revokedAt: new Date() }).where('hash', '=', hash)
    const { id } = await set.returning('id').executeTakeFirstOrThrow()
    await sql`select pg_notify('fanion_keys', ${id})`.execute(this.db)
  }

  /** Kills PostgreSQL's main process, which ends its children, and restarts it until it has recovered. */
  async killDatabase(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    if (this.#over) return
    const { pid, port } = this.#cluster
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await sleep(5)
    await meanwhile()
    for (let attempt = 1; ; attempt++) {
      try {
        this.#cluster = await startEmbedded({ home: this.#home, port, programs: otherPostgresBinaries() })
        return
      } catch (error) {
        // Some of its children have not noticed yet.
        if (attempt === starts) throw error
        await sleep(50)
      }
    }
  }

  /** Suspends the server, with all of its locks and connections. */
  freezeServer(): void {
    this.#server.kill('SIGSTOP')
  }

  thawServer(): void {
    this.#server.kill('SIGCONT')
  }

  /** Whether a transaction is open and waits for its client. */
  async holdsALock(): Promise<boolean> {
    const { rows } = await sql<{ open: boolean }>`select exists (
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
    ) as open`.execute(this.db)
    return rows[0]?.open ?? false
  }

  /** Ends a random part of the database connections, at least one. */
  async cutConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#cluster.url('postgres') })
    await client.connect()
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'fanion' order by random() limit 1 + floor(random() * 12)::int`)
    await client.end()
  }

  /** Stops the server gracefully, and returns how it exited. */
  async stopServer(): Promise<number | NodeJS.Signals> {
    this.#killed.add(this.#server)
    this.#server.kill('SIGTERM')
    return this.#server.exited
  }

  /** Restarts a server that exits unexpectedly, and records its output. */
  #watch(server: ServerProcess): void {
    void server.exited.then((how) => {
      if (this.#killed.has(server)) return
      this.deaths.push(`ended by itself (${how}):\n${server.output()}`)
      return this.killServer()
    })
  }

  /** The settings of a server on this database, except the port. */
  get settings(): Record<string, string> {
    const settings = { FANION_DATA_DIR: this.#home, FANION_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'error' }
    return { ...settings, DATABASE_URL: this.databaseUrl }
  }

  #spawn(): ServerProcess {
    return startProcess({ ...this.settings, PORT: String(this.#port) })
  }

  async #end(): Promise<void> {
    this.#over = true
    this.#killed.add(this.#server)
    this.#server.kill('SIGKILL')
    await this.#server.exited
    await this.db.destroy()
    await this.#cluster.stop('immediate')
  }
}
