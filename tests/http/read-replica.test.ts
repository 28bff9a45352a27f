import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '../../src/server/platform/db/pool.ts'
import { atFileEnd } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { aBrowser, anOwner, serverOn } from '../support/server.ts'
import { withStandby } from '../support/standby.ts'
import { until } from './world.ts'

let pair: Awaited<ReturnType<typeof withStandby>>
let writing: Awaited<ReturnType<typeof serverOn>>
let reading: Awaited<ReturnType<typeof serverOn>>
let ada: Awaited<ReturnType<typeof anOwner>>
let here: ReturnType<typeof aBrowser>
let standby: Db

const settings = { FANION_SECRET: 'of-both-servers' }
const doctor = async () => {
  const env = {
    ...settings,
    DATABASE_URL: pair.url,
    DATABASE_READ_URL: pair.standbyUrl,
    FANION_PUBLIC_URL: writing.url,
  }
  const done = startProcess({ ...env, FANION_DATA_DIR: await aFolder('doctor') }, [serverProgram, 'doctor'])
  await done.exited
  return done.output()
}

/** The servers' last queries to the standby, by connection. */
const asked = async () => {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where application_name = 'fanion-replica'`.execute(standby)
  return rows.map(({ query }) => query).join('\n')
}
const newestActs = async (browser = here) =>
  (await browser.api.audit.list.query({ limit: 20 })).events.map(({ subject }) => subject).join('\n')
const keepsUp = ({ server }: typeof reading) =>
  until(async () => {
    const { replica } = server.services.pools
    await replica?.look(await replica.look(undefined))
    return replica?.for() !== undefined
  }, 'the standby keeping up')

beforeAll(async () => {
  pair = await withStandby()
  standby = openDb(pair.standbyUrl, 1, () => undefined)
  atFileEnd('servers', () => standby.destroy())
  writing = await serverOn(pair.url, settings)
  ada = await anOwner(writing.url)
  reading = await serverOn(pair.url, { ...settings, DATABASE_READ_URL: pair.standbyUrl })
  here = aBrowser(reading.url)
  await here.api.account.signIn.mutate(ada.credentials)
}, 60_000)

describe('a read replica, which streams from the database', { shuffle: false }, () => {
  it('answers what may be seconds old, to who wrote nothing here', async () => {
    await keepsUp(reading)
    expect(await asked()).not.toContain('"actor_name"')
    expect(await newestActs()).toContain(ada.project)
    expect(await asked()).toMatch(/from "?event"?/)
    expect(await doctor()).toMatch(/✓ read replica: PostgreSQL \d+\.\d+, keeps up\./)
  })

  it('decides nothing, and answers neither who has written nor about a project that has just changed', async () => {
    const { project } = ada
    await sql`select pg_wal_replay_pause()`.execute(standby)
    await ada.api.flags.create.mutate({ project, key: 'banner', name: 'Banner', onIn: ['development'] })
    // A read about the installation by someone who wrote nothing on this server: still outdated.
    expect(await newestActs()).not.toContain('banner')
    const { rows } = await here.api.flags.list.query({ project })
    expect(JSON.stringify(rows)).toContain('"banner"')
    const where = { project, environment: 'development' }
    await until(() => reading.server.services.pools.replica?.for(project) === undefined, 'the publish told')
    const versions = await here.api.history.versions.query({ ...where, kind: 'flag', key: 'banner' })
    expect(versions.versions.length).toBeGreaterThan(0)
    await here.api.flags.create.mutate({ project, key: 'footer', name: 'Footer' })
    expect(await newestActs()).toContain('footer')
    await sql`select pg_wal_replay_resume()`.execute(standby)
  })

  it('that goes away is missed by nobody', async () => {
    const third = await serverOn(pair.url, { ...settings, DATABASE_READ_URL: pair.standbyUrl })
    const eve = aBrowser(third.url)
    await eve.api.account.signIn.mutate(ada.credentials)
    await keepsUp(third)
    await standby.destroy()
    await pair.stopStandby()
    expect(await newestActs()).toContain('footer')
    expect(await newestActs(eve)).toContain('footer')
    expect(await doctor()).toMatch(/✗ read replica: It can’t be read: .*\n {4}Check the host, port/)
  })
})
