import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Unleash } from 'unleash-client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { startRelay } from '../../src/server/commands/relay/relay.ts'
import { readConfig } from '../../src/server/config.ts'
import { aFolder } from '../support/folder.ts'
import { serverOn } from '../support/server.ts'
import { openStream } from '../support/stream.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
let relayKey: string
let pageKey: string
beforeAll(async () => {
  world = await aWorld()
  const { api, project, where } = world
  relayKey = (await api.keys.create.mutate({ ...where, kind: 'server', name: 'Relay' })).text
  pageKey = (
    await api.keys.create.mutate({ ...where, kind: 'client', name: 'Pages', allowedOrigins: ['https://shop.example'] })
  ).text
  await api.flags.create.mutate({ project, key: 'page', name: 'Page', onIn: ['development'], visibleToClients: true })
  await api.events.save.mutate({ project, key: 'paid', name: 'Paid', value: {}, fromClients: true })
})

/** A relay on a free port. Closed when the test ends. */
async function aRelay(upstream = world.url, env: Record<string, string> = {}, key = relayKey) {
  const dataDir = env['FANION_DATA_DIR'] ?? (await aFolder('relay'))
  const config = readConfig({
    ...{ PORT: '0', LOG_LEVEL: 'silent', FANION_DATA_DIR: dataDir, FANION_UPSTREAM: upstream, FANION_RELAY_KEYS: key },
    ...env,
  })
  const relay = await startRelay(config)
  onTestFinished(() => relay.close())
  return { ...relay, dataDir }
}

const bearerOf = (key: string) => ({ authorization: `Bearer ${key}` })
const ask = (url: string, path: string, key?: string, body?: unknown, more: Record<string, string> = {}) =>
  fetch(url + path, {
    headers: { ...(key === undefined ? {} : bearerOf(key)), 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const aProgram = async (url: string, key = world.serverKey.text) => {
  const fanion = createFanion({ url, key, flags, build: false })
  onTestFinished(() => fanion.close())
  await fanion.ready()
  return fanion
}
const aBatch = (value = 1) => ({
  ...{ batch: randomUUID(), sentAt: new Date().toISOString(), sdk: 'x', dropped: 0, exposures: [] },
  events: [{ event: 'paid', unit: 'u-1', at: new Date().toISOString(), value }],
})
const aReport = (count: number) => ({
  ...{ instance: 'i', sdk: 'x', from: new Date().toISOString(), to: new Date().toISOString(), dropped: 0 },
  counts: [{ flag: 'page', variant: 'on', count }],
})
const tracked = async (value: number, of: World = world) =>
  (await of.server.services.db.selectFrom('track').select('via').where('value', '=', value).execute()).map(
    ({ via }) => via,
  )
const countOf = async (flag: string, of: World = world) => {
  const { db } = of.server.services
  const rows = await db.selectFrom('evaluationCount').select('count').where('flag', '=', flag).execute()
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

describe('a relay', () => {
  it('gives programs the same datafile, and every publish, also through another relay', async () => {
    const near = await aRelay((await aRelay()).url)
    const through = await ask(near.url, '/sdk/v1/datafile', world.serverKey.text)
    const direct = await ask(world.url, '/sdk/v1/datafile', world.serverKey.text)
    expect([through.status, await through.json()]).toEqual([200, await direct.json()])
    expect(through.headers.get('etag')).toBe(direct.headers.get('etag'))
    const program = await aProgram(near.url)
    for (const on of [false, true]) {
      await world.turn(on)
      await until(() => program.flags.checkout({ targetingKey: 'u' }) === on, `checkout is ${on}`)
    }
  })

  it('resumes a program from the revision that it has with one patch', async () => {
    const relay = await aRelay()
    const revision = await world.turn(false)
    const datafile = async () =>
      (await (await ask(relay.url, '/sdk/v1/datafile', world.serverKey.text)).json()).revision
    await until(async () => (await datafile()) === revision, 'the first revision')
    const next = await world.turn(true)
    await until(async () => (await datafile()) === next, 'the next one')
    const one = await openStream(`${relay.url}/sdk/v1/stream?revision=${revision}`, world.bearer)
    const first = await one.next()
    one.close()
    expect([first?.event, JSON.parse(first?.data ?? '{}').from, first?.id]).toEqual(['patch', revision, String(next)])
  })

  it('answers OFREP and other systems’ SDKs, and rules reach no client key', async () => {
    await world.turn(true)
    const { url } = await aRelay()
    const context = { context: { targetingKey: 'u' } }
    const one = await ask(url, '/ofrep/v1/evaluate/flags/checkout', world.serverKey.text, context)
    expect(await one.json()).toMatchObject({ value: true, variant: 'on' })
    const all = await ask(url, '/ofrep/v1/evaluate/flags', pageKey, context, { origin: 'https://shop.example' })
    expect((await all.json()).flags.map(({ key }: { key: string }) => key)).toEqual(['page'])
    const statuses: number[] = []
    for (const path of ['/sdk/v1/datafile', '/sdk/v1/stream', '/unleash/api/client/features', '/flagd/v1/flags'])
      statuses.push((await ask(url, path, pageKey)).status)
    expect(statuses).toEqual([403, 403, 403, 403])
    const foreign = await ask(url, '/ofrep/v1/evaluate/flags', pageKey, context, { origin: 'https://else.example' })
    expect(foreign.status).toBe(403)
    const sdk = new Unleash({
      ...{ url: `${url}/unleash/api`, appName: 'x', customHeaders: { Authorization: world.serverKey.text } },
      ...{ refreshInterval: 50, disableMetrics: true },
      storageProvider: { set: async () => {}, get: async () => undefined },
    })
    onTestFinished(() => sdk.destroy())
    await until(() => sdk.isEnabled('checkout', { userId: 'u' }), 'Unleash’s SDK is answered')
  })

  it('passes events, exposures and counts up, by the way on which they came', async () => {
    const { url } = await aRelay()
    const origin = { origin: 'https://shop.example' }
    const program = await ask(url, '/sdk/v1/events', world.serverKey.text, aBatch(71))
    expect([program.status, await program.json()]).toEqual([202, { accepted: 1, refused: [] }])
    expect((await ask(url, '/sdk/v1/events', pageKey, aBatch(72), origin)).status).toBe(202)
    expect([await tracked(71), await tracked(72)]).toEqual([[0], [1]])
    const before = await countOf('page')
    const told = await Promise.all(
      [1, 2, 3].map((count) => ask(url, '/sdk/v1/telemetry', world.serverKey.text, aReport(count))),
    )
    expect(told.map(({ status }) => status)).toEqual([202, 202, 202])
    await until(async () => (await countOf('page')) === before + 6, 'the counts')
  })

  it('says the same as the upstream of a batch that is refused, and of what it does not read', async () => {
    const { url } = await aRelay()
    const undeclared = { ...aBatch(), events: [{ event: 'nobody', unit: 'u', at: new Date().toISOString() }] }
    const said = await ask(url, '/sdk/v1/events', world.serverKey.text, undeclared)
    expect(await said.json()).toEqual({ accepted: 0, refused: [{ reason: 'undeclared', count: 1 }] })
    expect((await ask(url, '/sdk/v1/events', world.serverKey.text, { ...aBatch(), batch: 'x' })).status).toBe(400)
  })

  it('gives fanion pull what it asks for, and knows which builds run', async () => {
    const { url } = await aRelay()
    for (const path of ['/sdk/v1/attributes', '/sdk/v1/flags', '/sdk/v1/events']) {
      const [through, direct] = [
        await ask(url, path, world.serverKey.text),
        await ask(world.url, path, world.serverKey.text),
      ]
      expect([through.status, await through.json()]).toEqual([200, await direct.json()])
    }
    const fanion = createFanion({ url, key: world.serverKey.text, flags, build: { name: 'shop', version: '7' } })
    onTestFinished(() => fanion.close())
    await fanion.ready()
    const builds = () => world.api.builds.list.query({ project: world.project })
    await until(async () => JSON.stringify(await builds()).includes('"shop"'), 'the build')
  })
})

describe('the keys at a relay', () => {
  it('open nothing that nobody has told it of', async () => {
    const { url } = await aRelay()
    const elsewhere = (
      await world.api.keys.create.mutate({ ...world.where, environment: 'production', kind: 'server', name: 'x' })
    ).text
    const invented = `fan_srv_${'A'.repeat(43)}`
    const statuses: number[] = []
    for (const key of [undefined, 'nonsense', invented, elsewhere])
      statuses.push((await ask(url, '/sdk/v1/datafile', key)).status)
    expect(statuses).toEqual([401, 401, 401, 401])
    expect((await ask(url, '/healthz')).status).toBe(200)
    expect((await ask(url, '/trpc/account.status')).status).toBe(404)
  })

  it('that are revoked end within seconds, streams too, through two relays', async () => {
    const near = await aRelay((await aRelay()).url)
    const { key, text } = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const one = await openStream(`${near.url}/sdk/v1/stream`, bearerOf(text))
    await one.next()
    await world.api.keys.revoke.mutate({ project: world.project, id: key.id })
    expect(await one.next()).toBeUndefined()
    await until(async () => (await ask(near.url, '/sdk/v1/datafile', text)).status === 401, 'it is refused')
  })

  it('are asked for in the environment of the asker alone, by a server key', async () => {
    const hash = (await import('../../src/server/features/access/keys/key-hash.ts')).keyHash
    const name = (text: string) => hash(text).toString('hex')
    const production = (
      await world.api.keys.create.mutate({ ...world.where, environment: 'production', kind: 'server', name: 'p' })
    ).text
    const question = { relay: randomUUID(), keys: [name(production), name(pageKey), name('fan_srv_x')] }
    const answer = await (await ask(world.url, '/sdk/v1/relay', relayKey, question)).json()
    expect(answer.keys).toMatchObject([
      { name: name(pageKey), kind: 'client', allowedOrigins: ['https://shop.example'] },
    ])
    expect((await ask(world.url, '/sdk/v1/relay', pageKey, question)).status).toBe(403)
  })

  it('are kept as hashes, never as text', async () => {
    const relay = await aRelay()
    await ask(relay.url, '/sdk/v1/datafile', world.serverKey.text)
    await relay.close()
    const files = await readdir(path.join(relay.dataDir, 'relay'), { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
    )
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).not.toMatch(/fan_(srv|cli)_/)
  })
})

describe('while the upstream is away', () => {
  it('programs are answered, also by a relay that starts meanwhile, and nothing acknowledged is lost', async () => {
    const dataDir = await aFolder('relay-away')
    const upstream = await aWorld()
    const own = (await upstream.api.keys.create.mutate({ ...upstream.where, kind: 'server', name: 'Relay' })).text
    await upstream.api.events.save.mutate({ project: upstream.project, key: 'paid', name: 'Paid', value: {} })
    await upstream.turn(true)
    const port = new URL(upstream.url).port
    const first = await startRelay(
      readConfig({
        PORT: '0',
        LOG_LEVEL: 'silent',
        FANION_DATA_DIR: dataDir,
        FANION_UPSTREAM: upstream.url,
        FANION_RELAY_KEYS: own,
      }),
    )
    const { text } = upstream.serverKey
    expect((await ask(first.url, '/sdk/v1/datafile', text)).status).toBe(200)
    await upstream.server.close()
    const batch = aBatch(81)
    expect((await ask(first.url, '/sdk/v1/events', text, batch)).status).toBe(202)
    expect((await ask(first.url, '/sdk/v1/telemetry', text, aReport(5))).status).toBe(202)
    await first.close()

    const second = await aRelay(upstream.url, { FANION_DATA_DIR: dataDir }, own)
    const program = await aProgram(second.url, text)
    expect(program.flags.checkout({ targetingKey: 'u' })).toBe(true)
    // An unknown key may be valid: the relay cannot know.
    expect((await ask(second.url, '/sdk/v1/datafile', `fan_srv_${'B'.repeat(43)}`)).status).toBe(503)
    // A repeated batch counts once.
    expect((await ask(second.url, '/sdk/v1/events', text, batch)).status).toBe(202)

    const again = await serverOn(upstream.databaseUrl, {
      PORT: port,
      FANION_SECRET: upstream.server.services.config.secret,
    })
    const { db } = again.server.services
    const stored = () => db.selectFrom('track').select('value').where('value', '=', 81).execute()
    await until(async () => (await stored()).length > 0, 'the event')
    const counted = async () =>
      (await db.selectFrom('evaluationCount').select('count').where('flag', '=', 'page').execute()).map(({ count }) =>
        Number(count),
      )
    await until(async () => (await counted()).length > 0, 'the counts')
    expect([(await stored()).length, await counted()]).toEqual([1, [5]])
  })

  it('a relay whose own key is revoked serves its environment no longer, and forgets it', async () => {
    const { key, text } = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Relay 2' })
    const relay = await aRelay(world.url, {}, text)
    const one = await openStream(`${relay.url}/sdk/v1/stream`, world.bearer)
    await one.next()
    await world.api.keys.revoke.mutate({ project: world.project, id: key.id })
    expect(await one.next()).toBeUndefined()
    await until(
      async () => (await ask(relay.url, '/sdk/v1/datafile', world.serverKey.text)).status === 401,
      'it is over',
    )
    expect((await ask(relay.url, '/readyz')).status).toBe(503)
    const kept = await readdir(path.join(relay.dataDir, 'relay', 'kept')).catch(() => [])
    expect(kept).toEqual([])
  })
})
