import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { ensureDatabase } from '../../src/server/db/embedded/database.ts'
import { startEmbedded } from '../../src/server/db/embedded/start.ts'
import { startServer } from '../../src/server/server.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import { openStream } from '../support/stream.ts'
import { furnish, until } from './world.ts'

describe('while the database is away', () => {
  it('programs are served from memory, people are told, and afterwards everything goes on', {
    timeout: 120_000,
  }, async () => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-outage-'))
    afterAll(() => rm(home, { recursive: true, force: true }))
    let cluster = await startEmbedded({ home, fast: true })
    afterAll(() => cluster.stop('immediate'))
    const config = readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'silent' })
    const server = await startServer(config, await ensureDatabase(cluster, 'fanion'))
    afterAll(() => server.close())
    const world = await furnish(server)
    const get = (address: string) => fetch(`${server.url}${address}`, { headers: world.bearer })
    const stream = await openStream(`${server.url}/sdk/v1/stream`, world.bearer)
    const before = Datafile.parse(JSON.parse((await stream.next())?.data ?? ''))
    const { port } = cluster

    await cluster.stop('fast')
    await until(async () => (await get('/readyz')).status === 503, 'readiness withdrawn')
    expect((await get('/healthz')).status).toBe(200)
    expect(Datafile.parse(await (await get('/sdk/v1/datafile')).json())).toEqual(before)
    const another = await openStream(`${server.url}/sdk/v1/stream`, world.bearer)
    expect(Datafile.parse(JSON.parse((await another.next())?.data ?? ''))).toEqual(before)
    const unknown = await fetch(`${server.url}/sdk/v1/datafile`, {
      headers: { authorization: `Bearer fan_srv_${'x'.repeat(43)}` },
    })
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await unknown.json()).toMatchObject({ error: { code: 'server/unavailable' } })
    const refused = await world.turn(false).catch((error: unknown) => error)
    expect(refused).toMatchObject({ data: { httpStatus: 503, fanion: { code: 'server/unavailable' } } })

    cluster = await startEmbedded({ home, fast: true, port })
    await until(async () => (await get('/readyz')).status === 200, 'readiness again')
    const revision = await world.turn(false)
    const patched = await stream.next()
    expect([patched?.event, patched?.id]).toEqual(['patch', String(revision)])
    expect((await another.next())?.id).toBe(String(revision))
    const after = Datafile.parse(await (await get('/sdk/v1/datafile')).json())
    expect(after.flags['checkout']?.on).toBe(false)
    stream.close()
    another.close()
  })
})
