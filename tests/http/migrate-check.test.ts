import { randomBytes } from 'node:crypto'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { adoptSecret } from '../../src/server/platform/kernel/secret-fingerprint.ts'
import { urlOf } from '../support/cluster.ts'
import { emptyDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'

const names = Object.keys(migrations)
const [before = '', newest = ''] = names.slice(-2)

async function fanion(databaseUrl: string, args: readonly string[], secret: string, more: Record<string, string> = {}) {
  const folder = await aFolder('migrate-check')
  const env = { DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder, FANION_SECRET: secret, ...more }
  const process = startProcess(env, [serverProgram, ...args])
  return { code: await process.exited, output: process.output() }
}

/** A database of the previous version with the secret `the first`. */
async function olderDatabase() {
  const { db, url } = await emptyDatabase()
  await migrate(db, { last: before })
  await adoptSecret(db, 'the first')
  const applied = async () => (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.length
  return { db, url, applied }
}

describe('a database of an older version', () => {
  it('is not migrated by a server with another secret', async () => {
    const { url, applied } = await olderDatabase()
    for (const args of [['start'], ['migrate'], ['migrate', '--check']]) {
      const { code, output } = await fanion(url, args, 'another')
      expect(output).toContain('This database belongs to servers with another FANION_SECRET')
      expect(code).toBe(1)
      expect(await applied()).toBe(names.length - 1)
    }
  })

  it('is not migrated by a server whose port is taken, or whose ClickHouse is a wrong one', async () => {
    const { url, applied } = await olderDatabase()
    const holder = net.createServer()
    const clickhouse = http.createServer((request, response) => {
      request.resume()
      response.writeHead(403).end('Code: 516. DB::Exception: u: Authentication failed. (AUTHENTICATION_FAILED)')
    })
    for (const server of [holder, clickhouse])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Safe cast: listening TCP servers have an address with a port.
    const [taken, measure] = [holder, clickhouse].map((server) => (server.address() as AddressInfo).port)
    onTestFinished(() => void [holder, clickhouse].map((server) => server.close()))
    const refusals: [Record<string, string>, string][] = [
      [{ PORT: String(taken) }, `Port ${taken} on 127.0.0.1 is already in use`],
      [{ FANION_FLAGD_PORT: String(taken) }, `Port ${taken} on 127.0.0.1 is already in use`],
      [
        { FANION_MEASURE_URL: `clickhouse://u:p@127.0.0.1:${measure}/d` },
        'ClickHouse refuses what FANION_MEASURE_URL has',
      ],
    ]
    for (const [env, sentence] of refusals) {
      const { code, output } = await fanion(url, ['start'], 'the first', env)
      expect(output).toContain(sentence)
      expect(code).toBe(1)
      expect(await applied()).toBe(names.length - 1)
    }
  })

  it('is checked without a change, and then migrated', async () => {
    const { url, applied } = await olderDatabase()
    const checked = await fanion(url, ['migrate', '--check'], 'the first')
    expect(checked.output).toMatch(/would apply 1 migrations \(PostgreSQL \d+, role \w+\)/)
    expect(checked.output).toContain(`  ${newest}\n`)
    expect(checked.output).toMatch(/\d+ MiB should be free[^]*Nothing was changed/)
    expect(checked.code).toBe(0)
    expect(await applied()).toBe(names.length - 1)
    expect((await fanion(url, ['migrate'], 'the first')).code).toBe(0)
    expect((await fanion(url, ['migrate', '--check'], 'the first')).output).toContain('Nothing would change.')
  })

  it('is not migrated by a role that does not own its tables', async () => {
    const { db, url, applied } = await olderDatabase()
    const role = `server_${randomBytes(4).toString('hex')}`
    await sql`create role ${sql.id(role)} login password 'x'`.execute(db)
    await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(db)
    onTestFinished(async () => {
      await sql`drop owned by ${sql.id(role)}`.execute(db)
      await sql`drop role ${sql.id(role)}`.execute(db)
    })
    const asServer = Object.assign(new URL(url), { username: role, password: 'x' }).href
    for (const args of [['start'], ['migrate'], ['migrate', '--check']]) {
      const { code, output } = await fanion(asServer, args, 'the first')
      expect(output).toMatch(
        /of its tables belong to another role than server_\w+\. Run “fanion migrate” with the role/,
      )
      expect(code).toBe(1)
      expect(await applied()).toBe(names.length - 1)
    }
  })
})

it('an empty database of another encoding is refused before its first table', async () => {
  const name = `latin_${randomBytes(4).toString('hex')}`
  const admin = openDb(inject('clusterUrl'), 1, () => undefined)
  onTestFinished(async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`.execute(
    admin,
  )
  const { code, output } = await fanion(urlOf(inject('clusterUrl'), name), ['start'], 'x')
  expect(output).toContain('Its encoding is LATIN1. Create the database with the encoding UTF8.')
  expect(code).toBe(1)
})
