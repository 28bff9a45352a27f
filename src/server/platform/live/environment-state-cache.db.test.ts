import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aFolder } from '../../../../tests/support/folder.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { openDb } from '../db/pool.ts'
import { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'
import { EnvironmentStateCache } from './environment-state-cache.ts'
import { Hub } from './hub.ts'

const { db } = await testDatabase()
const silent = () => undefined
const log = { error: silent, warn: silent, info: silent }

it('a revision that comes off the log while a state is being read is in that state', async () => {
  const { project } = await aProject(db)
  await aLiveFlag(project, 'checkout')
  const { environment } = await inEnvironment(project)
  const home = await aFolder('states')
  const hub = new Hub()
  onTestFinished(() => hub.close())
  const states = new EnvironmentStateCache(db, hub, log, new SnapshotCache(home, log))
  const state = await db.connection().execute(async (held) => {
    await sql`begin`.execute(held)
    await sql`lock table head in access exclusive mode`.execute(held)
    const reading = Promise.resolve(states.get(environment.id))
    const waits = async () => {
      const { rows } = await sql<{ waits: boolean }>`select exists (
        select from pg_locks where not granted and relation = 'head'::regclass) as waits`.execute(held)
      return rows[0]?.waits
    }
    // It has read its first table and is waiting for the second.
    await expect.poll(waits).toBe(true)
    states.advance({
      environmentId: environment.id,
      project: project.project.key,
      environment: environment.key,
      number: 2,
      publishedAt: new Date(),
      digest: digestOf({}, {}),
      actor: { kind: 'system', id: null, name: 'Fanion' },
      entries: [{ kind: 'flag', key: 'checkout', document: null }],
    })
    await sql`rollback`.execute(held)
    return reading
  })
  expect(state.datafile).toMatchObject({ revision: 2, flags: {} })
  expect(states.newest(environment.id)).toBe(state.datafile)
})

it('a revision that is there already changes nothing, and ends no stream', async () => {
  const { project } = await aProject(db)
  await aLiveFlag(project, 'checkout')
  const { environment } = await inEnvironment(project)
  const told: unknown[] = []
  const hub = new Hub()
  onTestFinished(() => hub.close())
  const kept = new SnapshotCache(await aFolder('states'), log)
  const states = new EnvironmentStateCache(db, hub, { ...log, error: (details) => told.push(details) }, kept)
  const { datafile } = await states.get(environment.id)
  for (const number of [datafile.revision, datafile.revision - 1])
    states.advance({
      ...{ environmentId: environment.id, project: project.project.key, environment: environment.key, number },
      ...{ publishedAt: new Date(), digest: datafile.digest, actor: { kind: 'system', id: null, name: 'Fanion' } },
      entries: [],
    })
  expect([states.newest(environment.id) === datafile, told]).toEqual([true, []])
})

it('is behind a program that knows more, unless the log itself ends before', async () => {
  const { project } = await aProject(db)
  await aLiveFlag(project, 'first')
  const { environment } = await inEnvironment(project)
  const home = await aFolder('states')
  const hub = new Hub()
  onTestFinished(() => hub.close())
  const kept = new SnapshotCache(home, log)
  const states = new EnvironmentStateCache(db, hub, log, kept)
  const { datafile } = await states.get(environment.id)
  await kept.keep(environment.id, datafile)
  const nowhere = openDb(`postgres://fanion@127.0.0.1:${await freePort()}/fanion`, 1, silent)
  onTestFinished(() => nowhere.destroy())
  const fromDisk = new EnvironmentStateCache(nowhere, hub, log, kept)
  await fromDisk.get(environment.id)

  const behind = (revision: number) => states.isBehind(environment.id, revision)
  expect([await behind(1), await behind(2)]).toEqual([false, false])
  // Another server publishes, and this one has not been notified.
  await aLiveFlag(project, 'second')
  expect([await behind(1), await behind(2), await behind(3)]).toEqual([false, true, false])
  // A state from disk knows nothing of later revisions.
  expect(await fromDisk.isBehind(environment.id, 1)).toBe(false)
  expect(await fromDisk.isBehind(environment.id, 3)).toBe(true)
})
