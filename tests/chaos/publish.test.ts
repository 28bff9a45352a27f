import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { testDatabase } from '../support/database.ts'
import { ofKind, readStored } from '../support/log.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'
import { aBrowser, anOwner } from '../support/server.ts'

/** More for a long run: `FANION_CHAOS_KILLS=200 npx vitest run --project db tests/chaos`. */
const kills = Number(process.env['FANION_CHAOS_KILLS'] ?? 8)
const writers = ['alpha', 'bravo', 'charlie', 'delta']

type Acknowledged = { key: string; number: number; document: FlagDocument }

it(`keeps the log whole and every acknowledged publication through ${kills} kills`, {
  timeout: kills * 15_000,
}, async () => {
  const { db, url: databaseUrl } = await testDatabase(2)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fanion-chaos-'))
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => startProcess({ DATABASE_URL: databaseUrl, FANION_DATA_DIR: dataDir, LOG_LEVEL: 'error' })

  let server: ServerProcess = start()
  let address = await server.ready
  const owner = await anOwner(address)
  for (const key of writers) await owner.api.flags.create.mutate({ project: owner.project, key, name: key })
  const { id } = await db
    .selectFrom('environment')
    .select('id')
    .where('key', '=', 'development')
    .executeTakeFirstOrThrow()

  const acknowledged: Acknowledged[] = []
  let stopped = false
  const write = async (key: string) => {
    const where = { project: owner.project, environment: 'development' }
    for (let turn = 1; !stopped; ) {
      const { api } = aBrowser(address, owner.cookie())
      try {
        // after a cut nobody knows whether the last publication went in, so each round begins with a look
        for (
          let head = (await api.flags.get.query({ project: owner.project, flag: key })).heads['development'];
          head && !stopped;
          turn++
        ) {
          const document: FlagDocument = { ...head.document, on: turn % 2 === 0, salt: `${key}-${turn}` }
          const entries = [{ kind: 'flag' as const, key, document }]
          const { number } = await api.revisions.publish.mutate({ ...where, base: head.revision, entries })
          acknowledged.push({ key, number, document })
          head = { revision: number, document }
        }
      } catch (error) {
        if (String(error).includes('revision/')) throw error
        await sleep(20)
      }
    }
  }
  const writing = Promise.all(writers.map(write))
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledged.length
    while (acknowledged.length < before + 3) await sleep(5)
    await sleep(Math.random() * 60)
    server.kill('SIGKILL')
    await server.exited
    server = start()
    address = await server.ready
  }
  stopped = true
  await writing
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)

  const stored = await readStored(db, id)
  expect(stored.numbers).toEqual(stored.numbers.map((_, at) => at + 1))
  expect(stored.numbers).toHaveLength(stored.headNumber)
  expect(stored.heads).toEqual(stored.fold)
  expect(stored.references).toEqual(stored.named)
  expect(stored.digest).toBe(digestOf(ofKind<FlagDocument>(stored.heads, 'flag'), {}))
  expect(stored.events).toEqual(stored.numbers.map((number) => `${owner.project}/development/${number}`))
  const entries = await db
    .selectFrom('entry')
    .select(['key', 'number', 'document'])
    .where('environmentId', '=', id)
    .execute()
  const kept = new Map(entries.map((entry) => [`${entry.key} ${entry.number}`, entry.document]))
  const lost = acknowledged.filter(({ key, number, document }) => {
    const found = kept.get(`${key} ${number}`)
    return JSON.stringify(found) !== JSON.stringify(document)
  })
  expect(lost).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(kills * 3)
})
