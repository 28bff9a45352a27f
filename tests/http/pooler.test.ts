import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { findTransactionPooler } from '../../src/server/platform/db/pooler.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { pgbouncerPath, startPgbouncer } from '../support/pgbouncer.ts'
import { serverProgram, startProcess } from '../support/process.ts'

const settings = async (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  FANION_DATA_DIR: await aFolder('pooler'),
  FANION_SECRET: 'the secret of every server here',
})

async function fanion(databaseUrl: string, ...args: string[]) {
  const process = startProcess(await settings(databaseUrl), [serverProgram, ...args])
  return { code: await process.exited, output: process.output() }
}

describe.skipIf(!pgbouncerPath)(
  `a database behind PgBouncer${pgbouncerPath ? '' : ' (there is no PgBouncer here)'}`,
  () => {
    it('in transaction mode is refused before a migration, by a sentence that names it', async () => {
      const { db, url } = await emptyDatabase()
      const through = await startPgbouncer(url, 'transaction')
      const { code, output } = await fanion(through, 'start')
      expect(output).toContain(
        `a connection pooler in transaction mode, such as PgBouncer, at ${new URL(through).host}`,
      )
      expect(output).toContain('Set DATABASE_URL to the address of PostgreSQL itself')
      expect(output).not.toMatch(/\n\s+at /)
      expect(code).toBe(1)
      expect((await fanion(through, 'migrate')).output).toContain('connection pooler in transaction mode')
      const { rows } = await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
      expect(rows).toEqual([])
    })

    it('in transaction mode is recognized alone and under load, with any number of connections', async () => {
      const { url } = await testDatabase(1)
      for (const size of [1, 2, 10]) {
        const through = await startPgbouncer(url, 'transaction', size)
        expect(await findTransactionPooler(through)).toBeDefined()
        // Busy clients make the pooler switch backends.
        const busy = new AbortController()
        const clients = Array.from({ length: 8 }, async () => {
          const client = new pg.Client({ connectionString: through })
          await client.connect()
          while (!busy.signal.aborted) await client.query('select pg_sleep(random() * 0.004)')
          await client.end()
        })
        expect(await findTransactionPooler(through)).toBeDefined()
        busy.abort()
        await Promise.all(clients)
      }
    })

    it('in transaction mode keeps no lock of a migration once it has ended', async () => {
      const { db, url } = await emptyDatabase()
      const through = openDb(await startPgbouncer(url, 'transaction', 3), 2, () => undefined, { work: 'migration' })
      onTestFinished(() => through.destroy())
      const traffic = setInterval(() => void sql`select pg_sleep(0.001)`.execute(through).catch(() => undefined), 5)
      await migrate(through, { last: '0005_references' })
      await migrate(through, { last: '0010_changes' })
      clearInterval(traffic)
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
      expect(rows).toEqual([])
    })

    it('in transaction mode is reported by doctor', async () => {
      const { url } = await testDatabase(1)
      const { code, output } = await fanion(await startPgbouncer(url, 'transaction'), 'doctor')
      expect(output).toMatch(
        /✗ pooler: DATABASE_URL leads to a connection pooler in transaction mode[^]*pool_mode = session/,
      )
      expect(code).toBe(1)
    })

    it('in session mode serves', async () => {
      const { url } = await testDatabase(1)
      const through = await startPgbouncer(url, 'session', 40)
      expect(await findTransactionPooler(through)).toBeUndefined()
      const server = startProcess(await settings(through))
      await server.ready
      server.kill('SIGTERM')
      expect(await server.exited).toBe(0)
    })
  },
)

describe('a start', () => {
  it('prints after 5 s what it waits for', async () => {
    const { url } = await emptyDatabase()
    const holder = new pg.Client({ connectionString: url, application_name: 'a long backup' })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('fanion.migration'))`)
    const server = startProcess(await settings(url))
    await expect
      .poll(server.output, { timeout: 30_000 })
      .toMatch(
        /waiting for another server to finish its migration \(.* process \d+, “a long backup”, idle in transaction/,
      )
    server.kill('SIGTERM')
    await server.exited
  })

  it('is not taken for one behind a pooler on a direct connection', async () => {
    const { url } = await testDatabase(1)
    for (let round = 0; round < 10; round += 1) expect(await findTransactionPooler(url)).toBeUndefined()
  })
})
