import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'

describe('a server whose secrets are in files', () => {
  let folder: string
  let server: ServerProcess
  let address: string
  let database: Awaited<ReturnType<typeof testDatabase>>
  const role = `rotated_${randomBytes(4).toString('hex')}`
  const write = (name: string, text: string) => writeFile(path.join(folder, name), `${text}\n`)
  const urlWith = (password: string) => Object.assign(new URL(database.url), { username: role, password }).href
  const changesStatus = async () => (await fetch(`${address}/readyz/changes`)).status
  // Forwarded requests do not count as local.
  const metricsStatus = async (token: string) =>
    (
      await fetch(`${address}/metrics`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' },
      })
    ).status

  beforeAll(async () => {
    folder = await aFolder('secrets')
    database = await testDatabase(1)
    await sql`create role ${sql.id(role)} superuser login password 'the first'`.execute(database.db)
    await write('database', urlWith('the first'))
    await write('metrics', 'the-first-token')
    server = startProcess({
      DATABASE_URL_FILE: path.join(folder, 'database'),
      FANION_METRICS_TOKEN_FILE: path.join(folder, 'metrics'),
      FANION_DATA_DIR: folder,
      FANION_SECRET: 'a secret',
      FANION_TRUST_PROXY: '1',
    })
    address = await server.ready
  })

  it('signs in with the new password of the database, without a restart', async () => {
    expect(await changesStatus()).toBe(200)
    await sql`alter role ${sql.id(role)} password 'the second'`.execute(database.db)
    const endConnections = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(database.db)
    await endConnections()
    await expect.poll(changesStatus).toBe(503)
    await write('database', urlWith('the second'))
    await expect.poll(changesStatus, { timeout: 10_000 }).toBe(200)
    // notifications, too
    await expect
      .poll(async () => (await (await fetch(`${address}/readyz`)).json()) as object, { timeout: 10_000 })
      .toMatchObject({ notifications: true })
    onTestFinished(async () => {
      server.kill('SIGTERM')
      await server.exited
      await sql`drop owned by ${sql.id(role)}`.execute(database.db)
      await sql`drop role ${sql.id(role)}`.execute(database.db)
    })

    // SIGHUP reloads the other secrets, and no longer ends the server.
    expect([await metricsStatus('the-first-token'), await metricsStatus('the-second-token')]).toEqual([200, 401])
    await write('metrics', 'the-second-token')
    server.kill('SIGHUP')
    await expect.poll(() => metricsStatus('the-second-token')).toBe(200)
    expect(await metricsStatus('the-first-token')).toBe(401)
    expect(server.output()).not.toMatch(/the.second/)
  })
})
