import { createReadStream, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sums } from '../../src/server/commands/backup/manifest.ts'
import { restore } from '../../src/server/commands/backup/restore.ts'
import { verifyBackup } from '../../src/server/commands/backup/verify-backup.ts'
import { writeBackup } from '../../src/server/commands/backup/write-backup.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { randomOf } from '../support/random.ts'
import { suiteSeed } from '../support/seed.ts'
import { selfSigned } from '../support/self-signed.ts'
import { splittingProxy } from '../support/splitting-proxy.ts'

const passphrase = 'four words of a kind'
const quiet = { tell: () => undefined }
const most = 100_000

let folder: string
let source: { db: Db; url: string }
let certificate: ReturnType<typeof selfSigned>

async function fanion(databaseUrl: string, args: readonly string[], env: Record<string, string> = {}) {
  const process = startProcess({ DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder, ...env }, [serverProgram, ...args])
  return { code: await process.exited, output: process.output() }
}

const rowsOf = async (db: Db) => {
  const { rows } = await sql<{ challenges: number; people: number; projects: number; sum: string }>`
    select (select count(*)::int from challenge) as challenges, (select count(*)::int from person) as people,
      (select count(*)::int from project) as projects,
      (select sum(hashtextextended(t::text, 0))::text from challenge as t) as sum`.execute(db)
  return rows[0]
}

beforeAll(async () => {
  folder = await aFolder('backup-network')
  certificate = selfSigned(folder)
  source = await testDatabase(1)
  await sql`insert into person (id, email, name, password_hash, instance_role, created_at)
    values ('0190a1b2-0000-7000-8000-000000000001', 'ada@example.com', E'Ada\nLovelace', 'x', 'owner', now())`.execute(
    source.db,
  )
  await sql`insert into challenge (id, text, expires_at)
    select gen_random_uuid(), repeat(E'a\nb\\n\t', n % 7), now() from generate_series(1, ${most}) as n`.execute(
    source.db,
  )
})

describe.for([
  { name: 'in packets of random sizes', isTls: false },
  { name: 'in packets of random sizes over TLS', isTls: true },
])('a backup that arrives $name', ({ isTls }) => {
  it('has tables of 0, 1 and 100,000 rows, and is restored over the same connection', async ({ skip }) => {
    if (isTls && !certificate) skip('there is no openssl here')
    const random = randomOf(suiteSeed)
    // Often all but the last messages of a copy, which then arrive in their own packet.
    const nextSize = (left: number) =>
      !random.once(8) ? Math.max(1, left - 6 - random.int(13)) : 1 + random.int(60_000)
    const options = { nextSize, ...(isTls && certificate && { certificate }) }
    const file = path.join(folder, `split-${isTls}.tar.gz`)
    const { sums } = await writeBackup(await splittingProxy(source.url, options), file, undefined)
    expect(sums.tables).toMatchObject({ challenge: { rows: most }, person: { rows: 1 }, project: { rows: 0 } })
    const { db, url } = await emptyDatabase()
    const anySize = { ...options, nextSize: () => 1 + random.int(60_000) }
    await restore(await splittingProxy(url, anySize), createReadStream(file), undefined, quiet)
    expect(await rowsOf(db)).toEqual(await rowsOf(source.db))
  })
})

describe('a backup', () => {
  it('that arrives byte by byte is whole', async () => {
    const small = await testDatabase(1)
    const through = await splittingProxy(small.url, { nextSize: () => 1 })
    const file = path.join(folder, 'bytes.tar.gz')
    await writeBackup(through, file, undefined)
    const { url } = await emptyDatabase()
    expect(await restore(url, createReadStream(file), undefined, quiet)).toMatchObject({ rows: 1 })
  })

  it('whose row counts are wrong is restored, because the hash of every table is right', async () => {
    const good = path.join(folder, 'good.tar.gz')
    await writeBackup(source.url, good, undefined)
    const bad = path.join(folder, 'bad.tar.gz')
    // In the format of earlier versions.
    writeFileSync(
      bad,
      await withSums(good, (sums) => {
        for (const table of Object.values(sums.tables)) table.rows = 0
      }),
    )
    const { db, url } = await emptyDatabase()
    await restore(url, createReadStream(bad), undefined, quiet)
    expect(await rowsOf(db)).toEqual(await rowsOf(source.db))
    await expect(verifyBackup(bad, undefined, (await contentOf(good)).sums)).rejects.toThrow('reading it back failed')
  })

  it('that the disk changed after it was written is not reported as done', async () => {
    const file = path.join(folder, 'kept.tar.gz')
    const { sums } = await writeBackup(source.url, file, undefined)
    await verifyBackup(file, undefined, sums)
    const whole = await readFile(file)
    const damaged = path.join(folder, 'damaged.tar.gz')
    const flip = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at)
      return bytes
    }
    const random = randomOf(suiteSeed)
    const places = Array.from({ length: 12 }, () => 12 + random.int(whole.length - 12))
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, -9), flip(whole.length - 5), ...places.map(flip)]) {
      writeFileSync(damaged, bytes)
      await expect(verifyBackup(damaged, undefined, sums)).rejects.toThrow('reading it back failed')
    }
  })

  it('is verified through its encryption, and a set passphrase refuses a file that is not encrypted', async () => {
    const small = await testDatabase(1)
    const [open, sealed] = [path.join(folder, 'open.tar.gz'), path.join(folder, 'sealed.tar.gz.age')]
    const { sums } = await writeBackup(small.url, open, undefined)
    const made = await fanion(small.url, ['backup', sealed], { FANION_BACKUP_PASSPHRASE: passphrase })
    expect(made.output).toContain('read back and verified')
    await expect(verifyBackup(sealed, 'another', sums)).rejects.toThrow('reading it back failed')
    const { url } = await emptyDatabase()
    const refused = await fanion(url, ['restore', open], { FANION_BACKUP_PASSPHRASE: passphrase })
    expect(refused.output).toContain('FANION_BACKUP_PASSPHRASE is set, but this file isn’t encrypted')
    expect(refused.code).toBe(1)
    expect((await fanion(url, ['restore', sealed], { FANION_BACKUP_PASSPHRASE: passphrase })).code).toBe(0)
  })

  it('whose audit log is broken is restored with an explicit option only', async () => {
    const broken = await testDatabase(1)
    await sql`insert into event (id, at, actor_kind, actor_name, action, subject, request_id, address, user_agent)
      values (gen_random_uuid(), now(), 'system', 'x', 'project.created', 'x', '', '', '')`.execute(broken.db)
    await sql`alter table event disable trigger user`.execute(broken.db)
    await sql`update event set actor_name = 'another'`.execute(broken.db)
    await sql`alter table event enable trigger user`.execute(broken.db)
    const file = path.join(folder, 'broken-log.tar.gz')
    await writeBackup(broken.url, file, undefined)
    const { db, url } = await emptyDatabase()
    const refused = await fanion(url, ['restore', file])
    expect(refused.output).toMatch(/the audit log is broken[^]*Nothing was restored[^]*--allow-broken-audit-log/)
    expect(refused.code).toBe(1)
    expect((await sql`select 1 from event`.execute(db)).rows).toEqual([])
    const allowed = await fanion(url, ['restore', '--allow-broken-audit-log', file])
    expect(allowed.output).toContain('was broken when it was backed up')
    expect(allowed.code).toBe(0)
    expect((await sql`select 1 from event`.execute(db)).rows).toHaveLength(1)
  })
})

type Content = { readonly sums: Sums; readonly files: Map<string, Buffer> }

async function contentOf(file: string): Promise<Content> {
  const archive = extract()
  archive.end(gunzipSync(await readFile(file)))
  const files = new Map<string, Buffer>()
  for await (const entry of archive) {
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    files.set(entry.header.name, Buffer.concat(chunks))
  }
  return { files, sums: JSON.parse(String(files.get('sums.json'))) as Sums }
}

async function withSums(file: string, change: (sums: Sums) => void): Promise<Buffer> {
  const { files, sums } = await contentOf(file)
  change(sums)
  const archive = pack()
  for (const [name, content] of files) archive.entry({ name }, name === 'sums.json' ? JSON.stringify(sums) : content)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks))
}
