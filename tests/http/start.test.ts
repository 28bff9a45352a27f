import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, serverProgram, startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'

/** Returns the output of a failed start: without a stack, and with exit code 1. */
async function refusalOf(process: ServerProcess): Promise<string> {
  expect(await process.exited).toBe(1)
  expect(process.output()).not.toMatch(/\n\s+at /)
  return process.output()
}

/** Kills a process that may already have exited. */
const end = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

let databaseUrl: string
let migrated: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  migrated = await testDatabase()
  databaseUrl = migrated.url
})
const onDatabase = async (env: Record<string, string> = {}) =>
  startProcess({ DATABASE_URL: databaseUrl, FANION_DATA_DIR: await aFolder('start'), FANION_SECRET: secret, ...env })
const secret = 'the secret of every server here'

describe('a start is refused, in words that say what to do,', () => {
  it('where the port is taken', async () => {
    const holder = net.createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
    const output = await refusalOf(await onDatabase({ PORT: String(port) }))
    holder.close()
    expect(output).toContain(`Port ${port} on 127.0.0.1 is already in use`)
    expect(output).toContain(`PORT=${port + 1} npm start`)
  })

  it('where the address is not of this machine', async () => {
    expect(await refusalOf(await onDatabase({ HOST: '203.0.113.1' }))).toContain('Set a different HOST or PORT')
  })

  it('where a setting is malformed', async () => {
    const output = await refusalOf(await onDatabase({ DATABASE_URL: 'mysql://root:secret@localhost/x' }))
    expect(output).toContain('DATABASE_URL is not a PostgreSQL address; use postgres://')
    expect(output).not.toContain('secret')
  })

  it('where nothing answers at DATABASE_URL', async () => {
    const url = `postgres://fanion:secret@127.0.0.1:${await freePort()}/fanion`
    const output = await refusalOf(await onDatabase({ DATABASE_URL: url }))
    expect(output).toContain('Can’t use the database: Error: connect ECONNREFUSED')
    expect(output).toContain('Check that PostgreSQL is running')
    expect(output).not.toContain('secret')
  })

  it('where the database or the password is wrong', async () => {
    const nowhere = Object.assign(new URL(databaseUrl), { pathname: '/nowhere_at_all' }).href
    expect(await refusalOf(await onDatabase({ DATABASE_URL: nowhere }))).toContain('"nowhere_at_all" does not exist')
    const wrong = Object.assign(new URL(databaseUrl), { password: 'wrong' }).href
    expect(await refusalOf(await onDatabase({ DATABASE_URL: wrong }))).toContain('Can’t use the database')
  })

  it('where a newer Fanion made the database', async () => {
    const { db, url } = await testDatabase(1)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_the_future', '2030-01-01')`.execute(db)
    const output = await refusalOf(await onDatabase({ DATABASE_URL: url }))
    expect(output).toContain('The database was made by a newer Fanion (it has 9999_the_future')
    const { rows } = await sql`select name from kysely_migration`.execute(db)
    expect(rows.length).toBeGreaterThan(1)
  })
})

describe('servers on one database', () => {
  it('start with one secret, and with another only once an operator says that the first is lost', async () => {
    const { url } = await testDatabase(1)
    const first = await onDatabase({ DATABASE_URL: url })
    const second = await onDatabase({ DATABASE_URL: url })
    await Promise.all([first.ready, second.ready])
    const output = await refusalOf(await onDatabase({ DATABASE_URL: url, FANION_SECRET: 'another' }))
    expect(output).toContain('This database belongs to servers with another FANION_SECRET: set FANION_SECRET to theirs')
    expect(output).not.toContain(secret)
    for (const server of [first, second]) server.kill('SIGTERM')
    await Promise.all([first.exited, second.exited])
    const settings = { DATABASE_URL: url, FANION_DATA_DIR: await aFolder('start'), FANION_SECRET: 'another' }
    const adopt = startProcess(settings, [serverProgram, 'secret', 'adopt'])
    expect(await adopt.exited).toBe(0)
    const next = startProcess(settings)
    await next.ready
    next.kill('SIGTERM')
  })
})

describe('the first visit', () => {
  const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
  const setUp = (url: string, input: object) =>
    fetch(`${url}/trpc/account.setUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })

  it('needs the token that the server prints where it listens beyond loopback', async () => {
    const { url: database } = await testDatabase(1)
    const server = await onDatabase({ DATABASE_URL: database, HOST: '0.0.0.0' })
    const url = (await server.ready).replace('0.0.0.0', '127.0.0.1')
    const printed = () => /\/setup#token=([\w-]+)/.exec(server.output())?.[1] ?? ''
    await expect.poll(printed).not.toBe('')
    const token = printed()
    expect(token).toMatch(/^[\w-]{32}$/)
    const status = await (await fetch(`${url}/trpc/account.status`)).json()
    expect(status).toMatchObject({ result: { data: { setUp: false, asksToken: true } } })
    for (const wrong of [{}, { token: '' }, { token: 'x'.repeat(32) }, { token: `${token}x` }]) {
      const refused = await setUp(url, { ...owner, ...wrong })
      expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('set-up link')])
    }
    expect((await setUp(url, { ...owner, token })).status).toBe(200)
    expect((await setUp(url, { ...owner, token })).status).toBe(409)
    server.kill('SIGTERM')
  })

  it('needs none where only this machine gets there', async () => {
    const { url: database } = await testDatabase(1)
    const server = await onDatabase({ DATABASE_URL: database })
    const url = await server.ready
    expect(server.output()).not.toContain('#token=')
    expect((await setUp(url, owner)).status).toBe(200)
    server.kill('SIGTERM')
  })
})

describe('a data folder of its own', () => {
  it('is made again where everything was killed while its database was made', async () => {
    const broken = await aFolder('start-broken')
    const killed = startProcess({ FANION_DATA_DIR: broken })
    const half = async () => (await readdir(broken, { recursive: true })).filter((name) => name.endsWith('PG_VERSION'))
    await expect.poll(half, { interval: 5, timeout: 20_000 }).not.toEqual([])
    killed.kill('SIGKILL')
    const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
    for (const line of all) if (line.includes(`${broken}/`)) end(Number(line.trim().split(' ')[0]))
    await killed.exited
    const again = startProcess({ FANION_DATA_DIR: broken })
    await again.ready
    again.kill('SIGTERM')
    expect(await again.exited).toBe(0)
    expect((await readdir(broken)).filter((name) => /\.\d+\./.test(name))).toEqual([])
  })

  let folder: string
  let first: ServerProcess | undefined
  const start = () => startProcess({ FANION_DATA_DIR: folder })
  /** Returns the server in the folder, started if there is none. */
  const running = async (): Promise<ServerProcess> => {
    first ??= start()
    await first.ready
    return first
  }
  const ended = async (signal: NodeJS.Signals) => {
    const server = await running()
    first = undefined
    server.kill(signal)
    return { code: await server.exited, output: server.output() }
  }
  beforeAll(async () => {
    folder = await aFolder('start')
  })

  it('is made with secrets that nobody else can read', async () => {
    await running()
    for (const name of ['secret', 'postgres-password']) {
      expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0)
    }
  })

  it('is refused to a second start while the first goes on', async () => {
    const { ready } = await running()
    const output = await refusalOf(start())
    expect(output).toContain(`Another Fanion is already running on ${folder}`)
    expect(output).toContain('FANION_DATA_DIR')
    expect((await fetch(`${await ready}/readyz`)).status).toBe(200)
  })

  it('is taken over after kill -9, with everything that was in it', async () => {
    const owner = await anOwner(await (await running()).ready, 'kept')
    await ended('SIGKILL')
    const url = await (await running()).ready
    const answer = await fetch(`${url}/trpc/projects.list`, { headers: { cookie: owner.cookie() } })
    expect(await answer.json()).toMatchObject({ result: { data: [{ key: 'kept' }] } })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('is left in order by %s, PostgreSQL included', async (signal) => {
    await running()
    const postmaster = path.join(folder, 'postgres', 'postmaster.pid')
    expect(existsSync(postmaster)).toBe(true)
    expect(await ended(signal)).toEqual({ code: 0, output: expect.stringContaining('Stopping …') })
    expect(existsSync(postmaster)).toBe(false)
  })

  it('of another PostgreSQL version is refused and left as it is', async () => {
    const file = path.join(folder, 'postgres', 'PG_VERSION')
    // If this test runs alone, the folder does not exist yet.
    if (first || !existsSync(file)) await ended('SIGTERM')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '14\n')
    const output = await refusalOf(start())
    expect(output).toContain('was made by PostgreSQL 14; this Fanion brings PostgreSQL 18')
    expect(await readFile(file, 'utf8')).toBe('14\n')
    await writeFile(file, version)
  })
})
