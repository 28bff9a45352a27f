import { beforeAll, describe, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.api.flags.create.mutate({
    project: world.project,
    key: 'express',
    name: 'express',
    onIn: ['development'],
  })
})

const flags = defineFlags({
  express: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
const ship = async (version: string, declared: object) => {
  const key = String(world.bearer['authorization']).replace('Bearer ', '')
  // Safe cast: versions differ only in the flags they declare.
  const asked = { url: world.url, key, flags: declared as typeof flags, build: { name: 'shop-web', version } }
  const fanion = createFanion({ ...asked, logger: { warn: () => {} } })
  await fanion.ready()
  return fanion
}
const builds = () => world.api.builds.ofFlag.query({ project: world.project, flag: 'express' })
const archive = () => world.api.flags.archive.mutate({ project: world.project, flag: 'express' })

describe('a build that tells of itself', () => {
  const build = (more: object) => ({ name: 'page', version: '1', runtime: 'x', flags: [], ...more })
  const send = (key: string, body: object) =>
    fetch(`${world.url}/sdk/v1/build`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const flag = { type: 'boolean', variants: null, default: false }

  it('with a client key keeps no flag that pages do not see, is answered nothing, and holds nothing back', async () => {
    const { project, api, clientKey } = world
    await api.flags.create.mutate({ project, key: 'hidden', name: 'hidden', onIn: ['development'] })
    const answer = await send(
      clientKey.text,
      build({
        flags: [
          { key: 'hidden', ...flag },
          { key: 'nowhere', ...flag },
        ],
      }),
    )
    expect([answer.status, await answer.json()]).toMatchObject([202, { findings: [] }])
    const listed = (await api.builds.list.query({ project })).builds.filter(({ name }) => name === 'page')
    expect(listed).toMatchObject([{ kind: 'client', flags: [] }])
    expect((await api.flags.archive.mutate({ project, flag: 'hidden' })).archivedAt).not.toBeNull()
  })

  it('is refused where it is no declaration, or too large', async () => {
    const { text } = world.serverKey
    const twice = { key: 'a', ...flag }
    expect((await send(text, build({ flags: [twice, twice] }))).status).toBe(400)
    expect((await send(text, build({ name: 'a\nb' }))).status).toBe(400)
    expect((await send(text, build({ name: 'x'.repeat(300_000) }))).status).toBe(413)
  })
})

describe('two builds of one program', { shuffle: false }, () => {
  it('are known by what they declare, and the old one is named until it is gone', async () => {
    const old = await ship('2.4.0', flags)
    await until(async () => (await builds()).some(({ programs }) => programs === 1), 'the first build')
    // The code without the flag.
    const next = await ship('2.5.0', { hero: flags.hero })
    const shipped = async () =>
      (await world.api.builds.list.query({ project: world.project })).builds.filter(({ name }) => name === 'shop-web')
    await until(async () => (await shipped()).length === 2, 'the second build')
    expect(await builds()).toMatchObject([{ name: 'shop-web', version: '2.4.0', live: true, programs: 1 }])
    await expect(archive()).rejects.toThrow(/shop-web 2\.4\.0 in development still reads express/)
    await old.close()
    await until(async () => (await builds()).every(({ programs }) => programs === 0), 'its end')
    // The build may reappear within a day.
    await expect(archive()).rejects.toThrow(/shop-web 2\.4\.0/)
    await world.server.services.pools.worker
      .updateTable('build')
      .set({ lastSeenAt: new Date(Date.now() - 25 * 3_600_000) })
      .where('version', '=', '2.4.0')
      .execute()
    expect((await archive()).archivedAt).not.toBeNull()
    expect(next.flags.hero({ targetingKey: 'ada' })).toBe('classic')
    await next.close()
  })

  it('ask for what the project lacks', async () => {
    const unknown = await world.api.builds.unknown.query({ project: world.project })
    expect(unknown).toMatchObject([
      { declared: { key: 'hero', type: 'string', variants: ['classic', 'compact'], default: 'classic' } },
    ])
  })
})
