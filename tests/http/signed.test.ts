import { readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { snapshot } from '../../src/client/cli/snapshot.ts'
import { createFanion, defineFlags, type Fault, type NodeOptions } from '../../src/client/sdk/node/index.ts'
import { startRelay } from '../../src/server/commands/relay/relay.ts'
import { readConfig } from '../../src/server/config.ts'
import { createSigner } from '../../src/server/platform/kernel/signer.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
let publicKey: string
beforeAll(async () => {
  world = await aWorld()
  publicKey = createSigner(world.server.services.config.secret).publicKey
})

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const aProgram = (url: string, more: Partial<NodeOptions<typeof flags>> = {}) => {
  const options = { url, key: world.serverKey.text, flags, build: false, publicKeys: [publicKey] } as const
  const fanion = createFanion({ ...options, ...more })
  const faults: string[] = []
  fanion.on('error', ({ message }: Fault) => faults.push(message))
  onTestFinished(() => fanion.close())
  return { fanion, faults, on: () => fanion.flags.checkout({ targetingKey: 'u' }) }
}
const datafileOf = async (key = world.serverKey.text, url = world.url): Promise<Datafile> =>
  (await fetch(`${url}/sdk/v1/datafile?signed=1`, { headers: { authorization: `Bearer ${key}` } })).json()

/** Returns the datafile once the server has a revision. */
const datafileAt = async (revision: number): Promise<Datafile> => {
  let datafile = await datafileOf()
  await until(async () => (datafile = await datafileOf()).revision === revision, `revision ${revision}`)
  return datafile
}

/** A man in the middle that answers every stream with one datafile. */
async function aLiar(datafile: () => unknown): Promise<string> {
  const server = http.createServer((request, response) => {
    if (!request.url?.startsWith('/sdk/v1/stream')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: datafile\nid: 1\ndata: ${JSON.stringify(datafile())}\n\n`)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

describe('a program with the public key of its server', () => {
  it('is answered from what the server signed, whole and by patches, also through two relays', async () => {
    const relayOf = async (upstream: string) => {
      const own = { PORT: '0', LOG_LEVEL: 'silent', FANION_DATA_DIR: await aFolder('relay') }
      const config = readConfig({ ...own, FANION_UPSTREAM: upstream, FANION_RELAY_KEYS: world.serverKey.text })
      const relay = await startRelay(config)
      onTestFinished(() => relay.close())
      return relay.url
    }
    const near = await relayOf(await relayOf(world.url))
    for (const url of [world.url, near]) {
      const { fanion, faults, on } = aProgram(url)
      await fanion.ready()
      for (const turned of [false, true]) {
        await world.turn(turned)
        await until(() => on() === turned, `checkout is ${turned}`)
      }
      expect([fanion.status.state, faults]).toEqual(['ready', []])
    }
  })

  it('believes nobody else: nothing changed, unsigned, or of another server is answered from', async () => {
    const good = await datafileAt(await world.turn(true))
    const lies: (() => unknown)[] = [
      () => ({ ...good, flags: { ...good.flags, checkout: { ...good.flags['checkout'], enabled: false } } }),
      () => ({ ...good, environment: 'production' }),
      () => ({ ...good, signature: undefined }),
      () => ({ ...good, signature: createSigner('another').sign(good) }),
    ]
    for (const lie of lies) {
      const { fanion, faults, on } = aProgram(await aLiar(lie))
      await until(() => faults.length > 0, 'the lie is told of')
      expect([fanion.status.state, on()]).toEqual(['not ready', false])
      await fanion.close()
    }
  })

  it('goes back to no older document, and to none of another environment, that the server once signed', async () => {
    const older = await datafileAt(await world.turn(true))
    const newer = await datafileAt(await world.turn(false))
    const foreignKey = (
      await world.api.keys.create.mutate({ ...world.where, environment: 'production', kind: 'server', name: 'p' })
    ).text
    const foreign = await datafileOf(foreignKey)
    for (const next of [older, foreign]) {
      const cacheFile = path.join(await aFolder('signed'), 'cache.json')
      const first = aProgram(await aLiar(() => newer), { cacheFile })
      await first.fanion.ready()
      const url = await aLiar(() => next)
      await first.fanion.close()
      // Makes the cache file look like it came from this URL.
      const kept = (await readFile(cacheFile, 'utf8')).replace(/"origin":"\S+ /, `"origin":"${url} `)
      await writeFile(cacheFile, kept)
      const second = aProgram(url, { cacheFile })
      await until(() => second.faults.length > 0, 'it is told of')
      expect(second.faults[0]).toMatch(/older than|is of/)
      expect([second.fanion.status.revision, second.on()]).toEqual([newer.revision, false])
      await second.fanion.close()
    }
  })

  it('takes a datafile of its own, or of a file, only where the server signed it', async () => {
    const good = await datafileAt(await world.turn(true))
    const offline = aProgram('', { key: '', offline: good as never })
    await until(offline.on, 'it is answered from the snapshot')
    const changed = { ...good, revision: good.revision + 1 }
    const refused = aProgram('', { key: '', offline: changed as never })
    await until(() => refused.faults.length > 0, 'it is told of')
    expect(refused.on()).toBe(false)
  })

  it('is told at once where a key is none', () => {
    expect(() => aProgram(world.url, { publicKeys: ['ed25519:short'] })).toThrow(/publicKeys must be a list of keys/)
    expect(() => aProgram(world.url, { publicKeys: [] })).toThrow(/publicKeys must be a list of keys/)
  })
})

describe('a snapshot', () => {
  it('is served by a relay without a network, to the keys it is given, and gives way to a newer one alone', async () => {
    const file = path.join(await aFolder('snapshot'), 'snapshot.json')
    const source = { url: world.url, key: world.serverKey.text, project: undefined, environment: undefined }
    const first = await datafileAt(await world.turn(true))
    expect((await snapshot(source, file)).json).toMatchObject({ revision: first.revision, environment: 'development' })
    const [own, page] = [`fan_srv_${'S'.repeat(43)}`, `fan_cli_${'C'.repeat(43)}`]
    const dataDir = await aFolder('relay')
    const settings = { PORT: '0', LOG_LEVEL: 'silent', FANION_DATA_DIR: dataDir, FANION_SNAPSHOT: file }
    await expect(startRelay(readConfig({ ...settings, FANION_RELAY_KEYS: own }))).rejects.toThrow(/FANION_PUBLIC_KEYS/)
    const another = createSigner('another').publicKey
    await expect(
      startRelay(readConfig({ ...settings, FANION_RELAY_KEYS: own, FANION_PUBLIC_KEYS: another })),
    ).rejects.toThrow(/can’t be served: the signature/)
    const relay = await startRelay(
      readConfig({ ...settings, FANION_RELAY_KEYS: `${own},${page}`, FANION_PUBLIC_KEYS: publicKey }),
    )
    onTestFinished(() => relay.close())
    const { fanion, faults, on } = aProgram(relay.url, { key: own })
    await fanion.ready()
    expect(on()).toBe(true)
    const status = async (key: string, more: RequestInit = {}, address = '/sdk/v1/datafile') =>
      (
        await fetch(relay.url + address, {
          ...more,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        })
      ).status
    expect([await status(own), await status(page), await status(world.serverKey.text)]).toEqual([200, 403, 401])
    const body = JSON.stringify({ context: { targetingKey: 'u' } })
    expect(await status(page, { method: 'POST', body }, '/ofrep/v1/evaluate/flags')).toBe(200)

    const next = await datafileAt(await world.turn(false))
    for (const lie of [
      { ...next, revision: next.revision + 1 },
      { ...first, revision: 0 },
    ])
      await writeFile(file, JSON.stringify(lie))
    await snapshot(source, file)
    await until(() => !on(), 'the newer one')
    await writeFile(file, JSON.stringify(first))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect([on(), fanion.status.revision, faults]).toEqual([false, next.revision, []])
  })
})

it('programs that do not ask for signatures get what they got', async () => {
  const plain = await (await fetch(`${world.url}/sdk/v1/datafile`, { headers: world.bearer })).json()
  expect(plain).not.toHaveProperty('signature')
  const { signature, ...signed } = await datafileOf()
  expect([signed, typeof signature]).toEqual([plain, 'string'])
})
