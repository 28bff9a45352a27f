import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../src/server/commands/backup/backup.ts'
import { restore } from '../../src/server/commands/backup/restore.ts'
import { startDemo } from '../../src/server/commands/demo/demo.ts'
import { runningDatabase } from '../../src/server/platform/db/embedded/running.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { emptyDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { serverOn, testServer } from '../support/server.ts'

const passphrase = 'four words of a kind'
const quiet = { tell: () => undefined }

let folder: string
let source: Awaited<ReturnType<typeof testServer>>
let file: string

const fanion = (databaseUrl: string, args: readonly string[], env: Record<string, string> = {}) =>
  startProcess({ DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder, ...env }, [serverProgram, ...args])

const run = async (...call: Parameters<typeof fanion>) => {
  const process = fanion(...call)
  return { code: await process.exited, said: process.output() }
}

/**
 * Everything that a backup must preserve: each table with its rows and checksum, each sequence, index, trigger and
 * partition.
 */
async function allOf(db: Db): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname not like 'kysely_%'`.execute(db)
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*)::int as rows, sum(hashtextextended(t::text, 0)) as sum from ${sql.table(name)} as t`.execute(db)
    found[name] = rows[0]
  }
  const more = await sql`
    select sequencename as name, last_value::text as is from pg_sequences
    union all select indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || '.' || tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all select inhrelid::regclass::text, inhparent::regclass::text from pg_inherits
    order by 1, 2`.execute(db)
  return { ...found, more: more.rows }
}

beforeAll(async () => {
  folder = await aFolder('backup')
  source = await testServer({ FANION_SECRET: 'the secret of these' })
  const demo = await startDemo(source.server, folder, true)
  await demo()
  // Pauses the demo's ramp, whose guard checks would be stored while the database is compared with its copy.
  await source.server.restRamps()
  file = path.join(folder, 'shop.tar.gz')
})

describe('a backup', () => {
  it('is made while the server runs, and holds every row; restored, all is as it was', async () => {
    const made = await run(source.databaseUrl, ['backup', file])
    expect(made.said).toMatch(/^\d+ rows, with the flags of 3 environments, are in .* now/)
    expect(made.code).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { db, url } = await emptyDatabase()
    const restored = await run(url, ['restore', file])
    expect(restored.said).toMatch(/the audit log is intact[^]*the flags of 3 environments are what they were/)
    expect(restored.code).toBe(0)
    const [before, after] = [await allOf(source.server.services.db), await allOf(db)]
    expect(before['event']).toMatchObject({ rows: expect.toSatisfy((rows: number) => rows > 100) })
    expect(after).toEqual(before)

    // A server can run on it.
    const { server } = await serverOn(url, { FANION_SECRET: 'the secret of these' })
    expect(await sql`select max(sequence) from event`.execute(server.services.db)).toBeDefined()
    const again = await run(url, ['restore', file])
    expect(again.said).toContain('A Fanion server is using this database. Stop it first.')
    expect(again.code).toBe(1)
  })

  it('is opened by tar alone', () => {
    const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
    expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'sums.json'])
    expect(names).toContain('event/000000.copy')
  })

  it('takes no file’s place, and leaves none in parts', async () => {
    const { code, said } = await run(source.databaseUrl, ['backup', file])
    expect(said).toContain('is there already. Choose another name.')
    expect(code).toBe(1)
    const nowhere = await run(source.databaseUrl, ['backup', path.join(folder, 'no/such/folder.tar.gz')])
    expect(nowhere.said).toContain('ENOENT')
    expect(nowhere.code).toBe(1)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is made by one of several at once to one name, and whole', async () => {
    const one = path.join(folder, 'one.tar.gz')
    const all = await Promise.all([1, 2, 3].map(() => run(source.databaseUrl, ['backup', one])))
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(all.filter(({ code, said }) => code === 1 && /one.tar.gz(.part)? is there/.test(said))).toHaveLength(2)
    expect(execFileSync('tar', ['-tzf', one], { encoding: 'utf8' })).toMatch(/sums\.json\n$/)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('of a database without Fanion is not made', async () => {
    const { url } = await emptyDatabase()
    const { code, said } = await run(url, ['backup', path.join(folder, 'nothing.tar.gz')])
    expect(said).toContain('Fanion has nothing in this database. Point DATABASE_URL, or FANION_DATA_DIR,')
    expect(code).toBe(1)
    expect(await readdir(folder)).not.toContain('nothing.tar.gz')
  })

  it('is encrypted with a passphrase, and opened by no other', async () => {
    const open = await run(source.databaseUrl, ['backup', path.join(folder, 'a.tar.gz.age')])
    expect(open.said).toContain('set FANION_BACKUP_PASSPHRASE; else leave out “.age”')
    const locked = path.join(folder, 'locked.tar.gz.age')
    const made = await run(source.databaseUrl, ['backup', locked], { FANION_BACKUP_PASSPHRASE: passphrase })
    expect(made.code).toBe(0)
    expect(readFileSync(locked, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    const { db, url } = await emptyDatabase()
    const opened = (words: string | undefined) => restore(url, createReadStream(locked), words, quiet)
    await expect(opened(undefined)).rejects.toThrow('This backup is encrypted. Set FANION_BACKUP_PASSPHRASE')
    await expect(opened('another')).rejects.toThrow('isn’t that of this backup')
    expect((await sql`select 1 from pg_class where relname = 'person'`.execute(db)).rows).toEqual([])
    expect(await opened(passphrase)).toMatchObject({ environments: 3 })
  })

  it('is restored wholly or not at all: cut short or changed anywhere, there are no rows', async () => {
    const { db, url } = await emptyDatabase()
    const whole = readFileSync(file)
    const isEmpty = async () =>
      (await sql`select 1 from pg_class where relname = 'person'`.execute(db)).rows.length === 0 ||
      (await sql`select 1 from person union all select 1 from event`.execute(db)).rows.length === 0
    const cutAt = (at: number) => whole.subarray(0, at)
    const flippedAt = (at: number) => {
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at)
      return flipped
    }
    for (const [broken, share, says] of [
      [cutAt, 0, /backup/],
      [flippedAt, 0.02, /backup|Nothing was restored/],
      [cutAt, 0.5, /backup/],
      [flippedAt, 0.9, /backup|Nothing was restored/],
    ] as const) {
      const bytes = broken(Math.floor(whole.length * share))
      await expect(restore(url, Readable.from([bytes]), undefined, quiet)).rejects.toThrow(says)
      expect(await isEmpty()).toBe(true)
    }
    expect(await restore(url, Readable.from([whole]), undefined, quiet)).toMatchObject({ environments: 3 })
    await expect(restore(url, Readable.from([whole]), undefined, quiet)).rejects.toThrow('isn’t empty')
  })

  it('is restored again after a kill in the middle', async () => {
    const { db, url } = await emptyDatabase()
    const pipe = path.join(folder, 'pipe.tar.gz')
    execFileSync('mkfifo', [pipe])
    const killed = fanion(url, ['restore', pipe])
    const bytes = readFileSync(file)
    const half = createWriteStream(pipe)
    half.on('error', () => undefined)
    half.write(bytes.subarray(0, bytes.length / 2))
    const loading = sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'fanion-restore'
        and query like 'copy%'`
    await expect.poll(async () => (await loading.execute(db)).rows.length).toBe(1)
    killed.kill('SIGKILL')
    expect(await killed.exited).toBe('SIGKILL')
    half.destroy()
    await expect.poll(async () => (await loading.execute(db)).rows.length).toBe(0)
    expect((await sql`select 1 from person union all select 1 from event`.execute(db)).rows).toEqual([])
    expect(await restore(url, createReadStream(file), undefined, quiet)).toMatchObject({ environments: 3 })
    expect(await allOf(db)).toEqual(await allOf(source.server.services.db))
  })

  it('is restored into a folder again after a kill in the middle, PostgreSQL left running', async () => {
    const own = path.join(folder, 'own')
    const pipe = path.join(folder, 'own.tar.gz')
    execFileSync('mkfifo', [pipe])
    const half = createWriteStream(pipe)
    half.on('error', () => undefined)
    half.write(readFileSync(file).subarray(0, 200_000))
    const killed = fanion('', ['restore', pipe], { FANION_DATA_DIR: own })
    await expect.poll(() => runningDatabase(own, 'fanion'), { timeout: 20_000 }).toBeDefined()
    killed.kill('SIGKILL')
    await killed.exited
    half.destroy()
    const again = await run('', ['restore', file], { FANION_DATA_DIR: own })
    expect(again.said).toContain('the flags of 3 environments are what they were')
    expect(again.code).toBe(0)
    expect(runningDatabase(own, 'fanion')).toBeUndefined()
  })

  it('of an earlier schema is brought to this one', async () => {
    const old = await emptyDatabase()
    const last = '0047_reviewers'
    await migrate(old.db, { last: '0046_switching' })
    await sql`insert into person (id, email, name, password_hash, instance_role, created_at)
      values ('0190a1b2-0000-7000-8000-000000000001', 'ada@example.com', 'Ada', 'x', 'owner', now())`.execute(old.db)
    const { bytes } = await backUp(old.url, undefined)
    const { db, url } = await emptyDatabase()
    expect(await restore(url, bytes, undefined, quiet)).toMatchObject({ environments: 0 })
    expect((await sql`select email from person`.execute(db)).rows).toEqual([{ email: 'ada@example.com' }])
    expect((await sql`select 1 from kysely_migration where name = ${last}`.execute(db)).rows).toHaveLength(1)
  })
})
