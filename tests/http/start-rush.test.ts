import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createOutbox } from '../../src/client/sdk/core/outbox.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { serverOn } from '../support/server.ts'
import { aWorld } from './world.ts'

/** Number of simultaneous SDKs. Configurable for longer runs. */
const programs = Number(process.env['FANION_RUSH_PROGRAMS'] ?? 300)
const env = { FANION_SECRET: 'a secret that two servers share, of some length' }

it('a server that has just started loses nothing of what many programs send at once, and answers late or not at all', async () => {
  const { api, project, databaseUrl, bearer: headers } = await aWorld(env)
  await api.events.save.mutate({ project, key: 'click', name: 'Click' })
  const { url } = await serverOn(databaseUrl, env)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())

  const answered: number[] = []
  const faults: string[] = []
  const hearing: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    answered.push(response.status)
    return response
  }
  const outboxes = Array.from({ length: programs }, () =>
    createOutbox(nodePlatform(hearing, undefined), {
      ...{ url, headers, closesMs: 60_000, kept: null, fault: (message: string) => faults.push(message) },
    }),
  )
  onTestFinished(async () => void (await Promise.all(outboxes.map((outbox) => outbox.close()))))

  // Nothing can be stored while this lock is taken.
  await database.query('begin')
  await database.query('lock table track_batch in access exclusive mode')
  const at = new Date().toISOString()
  for (const [n, outbox] of outboxes.entries()) outbox.add('events', { event: 'click', unit: `u${n}`, at })
  // An SDK waits three seconds for a response, and retries if there is none.
  await Promise.all(outboxes.map((outbox) => outbox.flush()))
  expect(answered.filter((status) => status !== 503)).toEqual([])
  await database.query('commit')

  const stored = async () => {
    const { rows } = await database.query(
      `select count(*)::int as rows, count(distinct unit)::int as units,
         (select sum(count)::int from intake_count where subject = 'click' and reason = '') as counted from track`,
    )
    return rows[0]
  }
  const each = { rows: programs, units: programs, counted: programs }
  await vi.waitFor(async () => expect(await stored()).toEqual(each), { timeout: 90_000, interval: 500 })
  expect(faults).toEqual([])
}, 120_000)
