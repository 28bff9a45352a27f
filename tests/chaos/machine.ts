import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { keyHash } from '../../src/server/features/access/keys/key-hash.ts'
import { ensureDatabase } from '../../src/server/platform/db/embedded/database.ts'
import { isAlive } from '../../src/server/platform/db/embedded/owner.ts'
import { type Embedded, startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { type Db, openDb } from '../../src/server/platform/db/pool.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { otherPrograms } from '../support/other-postgres.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'

/** What can befall an installation. */
export const faults = {
  'server killed': (machine: Machine) => machine.killServer(),
  'PostgreSQL killed': (machine: Machine) => machine.killDatabase(),
  'connections cut': (machine: Machine) => machine.cutConnections(),
  'both killed': (machine: Machine) => Promise.all([machine.killDatabase(), machine.killServer()]),
}
export type Fault = keyof typeof faults

/** A run that has lasted so long ends with the faults it has had: `npm run chaos -- --minutes 30`. */
const longestMs = Number(process.env['FANION_CHAOS_MINUTES'] ?? 1_000) * 60_000
const began = performance.now()
export const timeIsUp = () => performance.now() - began > longestMs

/** How often a start is tried again, as whatever watches over a service does. */
const starts = 60

/**
 * An installation as somebody runs it: a PostgreSQL that syncs what it commits, and a Fanion on it in a process of its
 * own. Both come back where they were, as under something that watches over them.
 */
export class Machine {
  readonly #home: string
  #cluster: Embedded
  #server: ServerProcess
  readonly #port: number
  /** The database, to look behind the server's back. Its connections are cut like all others. */
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
  /** What a server said that ended though nobody killed it: none should. */
  readonly deaths: string[] = []
  readonly #killed = new Set<ServerProcess>()
  // a test that failed may still be breaking things
  #over = false

  /** A machine that answers; taken apart when the test ends. */
  static async start(): Promise<Machine> {
    const home = await aFolder('chaos')
    const cluster = await startEmbedded({ home, programs: otherPrograms() })
    const machine = new Machine(home, cluster, await ensureDatabase(cluster, 'fanion'), await freePort())
    onTestFinished(() => machine.#end())
    await machine.#server.ready
    machine.#watch(machine.#server)
    return machine
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Kills the server, and starts it until it answers. */
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

  /** Kills the server and starts it anew, whether the database is there or not. */
  async restartServer(between: () => Promise<void> = async () => undefined): Promise<void> {
    this.#killed.add(this.#server)
    this.#server.kill('SIGKILL')
    await this.#server.exited
    await between()
    this.#server = this.#spawn()
    await this.#server.ready
    this.#watch(this.#server)
  }

  /** Revokes an SDK key behind the server's back, and says so as the server does. */
  async revokeKey(text: string): Promise<void> {
    const hash = keyHash(text)
    const set = this.db.updateTable('sdkKey').set({ revokedAt: new Date() }).where('hash', '=', hash)
    const { id } = await set.returning('id').executeTakeFirstOrThrow()
    await sql`select pg_notify('fanion_keys', ${id})`.execute(this.db)
  }

  /** Kills PostgreSQL's first process, which takes the others with it, and starts it until it has recovered. */
  async killDatabase(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    if (this.#over) return
    const { pid, port } = this.#cluster
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await sleep(5)
    await meanwhile()
    for (let attempt = 1; ; attempt++) {
      try {
        this.#cluster = await startEmbedded({ home: this.#home, port, programs: otherPrograms() })
        return
      } catch (error) {
        // the others have not all noticed yet
        if (attempt === starts) throw error
        await sleep(50)
      }
    }
  }

  /** Stops the server in its tracks: it holds what it holds, and hears nothing. */
  freezeServer(): void {
    this.#server.kill('SIGSTOP')
  }

  thawServer(): void {
    this.#server.kill('SIGCONT')
  }

  /** Whether a transaction is open at this moment that waits for its client. */
  async holdsALock(): Promise<boolean> {
    const { rows } = await sql<{ open: boolean }>`select exists (
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
    ) as open`.execute(this.db)
    return rows[0]?.open ?? false
  }

  /** Ends some of the connections to the database, at random, at least one. */
  async cutConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#cluster.url('postgres') })
    await client.connect()
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'fanion' order by random() limit 1 + floor(random() * 12)::int`)
    await client.end()
  }

  /** Stops the server as an operator does, and returns how it ended. */
  async stopServer(): Promise<number | NodeJS.Signals> {
    this.#killed.add(this.#server)
    this.#server.kill('SIGTERM')
    return this.#server.exited
  }

  /** Starts a server that ends by itself anew, and notes what it said. */
  #watch(server: ServerProcess): void {
    void server.exited.then((how) => {
      if (this.#killed.has(server)) return
      this.deaths.push(`ended by itself (${how}):\n${server.output()}`)
      return this.killServer()
    })
  }

  /** What a server on this database is started with, but for its port. */
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
