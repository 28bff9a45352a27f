import { GrowthBook, GrowthBookClient, setPolyfills } from '@growthbook/growthbook'
import { EventSource } from 'eventsource'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { publicId } from '../../src/server/features/access/keys/key-hash.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

let programs = 0

/** Options of a GrowthBook SDK: the URL, its own name, and the key. */
const told = () => {
  programs += 1
  const headers = { authorization: `Bearer ${world.serverKey.text}` }
  const apiHost = new URL('/growthbook', world.server.url).href
  return { apiHost, clientKey: `program-${programs}`, apiHostRequestHeaders: headers, headers }
}

describe('@growthbook/growthbook', () => {
  it('is answered by its client for many people', async () => {
    await world.turn(true)
    const client = new GrowthBookClient(told())
    closing.push(() => client.destroy())
    await client.init({ skipCache: true })
    expect(client.getFeatureValue('checkout', false, { attributes: { id: 'u' } })).toBe(true)
    expect(client.getFeatureValue('nothing', 'default', { attributes: { id: 'u' } })).toBe('default')
  })

  it('follows a publish by its stream', async () => {
    await world.turn(true)
    const { headers, ...options } = told()
    class WithKey extends EventSource {
      constructor(url: string) {
        super(url, { fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headers } }) })
      }
    }
    setPolyfills({ EventSource: WithKey, fetch })
    const sdk = new GrowthBook(options)
    closing.push(() => sdk.destroy())
    await sdk.init({ streaming: true, skipCache: true })
    void sdk.setAttributes({ id: 'u' })
    expect(sdk.isOn('checkout')).toBe(true)
    await world.turn(false)
    await until(() => !sdk.isOn('checkout'), 'off')
    await world.turn(true)
    await until(() => sdk.isOn('checkout'), 'on')
  })

  it('reads an encrypted payload by the public id of a server key, without a header, and follows its stream', async () => {
    await world.turn(true)
    setPolyfills({ EventSource, fetch, SubtleCrypto: crypto.subtle })
    const made = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Encrypted' })
    const connection = { apiHost: new URL('/growthbook', world.server.url).href, ...made.growthBook }
    const sdk = new GrowthBook(connection)
    closing.push(() => sdk.destroy())
    await sdk.init({ streaming: true, skipCache: true })
    void sdk.setAttributes({ id: 'u' })
    expect(sdk.isOn('checkout')).toBe(true)
    await world.turn(false)
    await until(() => !sdk.isOn('checkout'), 'off')
    const payload = () => fetch(`${connection.apiHost}/api/features/${connection.clientKey}`)
    const sealed = await (await payload()).json()
    expect(sealed).toEqual({ status: 200, features: {}, encryptedFeatures: expect.any(String) })
    expect(await (await payload()).json()).toEqual(sealed)
    const other = new GrowthBook({ ...connection, decryptionKey: btoa('another key, 16b') })
    closing.push(() => other.destroy())
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    await other.init({ skipCache: true })
    silent.mockRestore()
    expect(other.getFeatures()).toEqual({})
    await world.api.keys.revoke.mutate({ project: world.project, id: made.key.id })
    await until(async () => (await payload()).status === 401, 'revoked')
  })

  it('has answers evaluated by the public id of a client key, of flags that it may see', async () => {
    await world.turn(true)
    const { project, api, where, clientKey } = world
    const sdk = () =>
      new GrowthBook({
        ...told(),
        apiHostRequestHeaders: {},
        clientKey: clientKey.key.publicId ?? '',
        remoteEval: true,
      })
    const hidden = sdk()
    closing.push(() => hidden.destroy())
    void hidden.setAttributes({ id: 'u' })
    await hidden.init({ skipCache: true })
    expect(hidden.getFeatures()).toEqual({})
    await api.flags.create.mutate({
      project,
      key: 'banner',
      name: 'Banner',
      visibleToClients: true,
      onIn: ['development'],
    })
    const seeing = sdk()
    closing.push(() => seeing.destroy())
    void seeing.setAttributes({ id: 'u' })
    // The publish reaches the server's state asynchronously, perhaps after the call's response.
    await until(async () => {
      await seeing.refreshFeatures({ skipCache: true })
      return Object.keys(seeing.getFeatures()).length > 0
    }, 'the new flag')
    expect(seeing.getFeatures()).toEqual({ banner: { defaultValue: true } })
    expect(where.environment).toBe('development')
  })
})

describe('the addresses of GrowthBook', () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(new URL(`/growthbook${path}`, world.server.url), init)
  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

  it('give rules to server keys alone, and say what is left out', async () => {
    expect((await ask('/api/features/any')).status).toBe(401)
    expect((await ask('/api/features/any', withKey(world.clientKey.text))).status).toBe(403)
    expect((await ask('/sub/any', withKey(world.clientKey.text))).status).toBe(403)
    const answer = await ask('/api/features/any', withKey(world.serverKey.text))
    expect(answer.headers.get('x-sse-support')).toBe('enabled')
    expect(answer.headers.get('fanion-not-readable')).toBe('0')
    expect(await answer.json()).toHaveProperty(['features', 'checkout', 'defaultValue'])
    const etag = answer.headers.get('etag') ?? ''
    const again = { headers: { ...withKey(world.serverKey.text).headers, 'if-none-match': etag } }
    expect((await ask('/api/features/any', again)).status).toBe(304)
  })

  it('take no server key for a name in the path', async () => {
    const { createHash } = await import('node:crypto')
    const id = publicId(createHash('sha256').update(world.serverKey.text).digest())
    const body = { method: 'POST', body: '{"attributes":{}}', headers: { 'content-type': 'application/json' } }
    expect((await ask(`/api/eval/${id}`, body)).status).toBe(401)
    expect((await ask(`/api/eval/${world.serverKey.text}`, body)).status).toBe(401)
    expect((await ask(`/api/features/${world.serverKey.text}`)).status).toBe(401)
  })

  it('refuse attributes that are none with a sentence', async () => {
    const headers = { 'content-type': 'application/json', ...withKey(world.serverKey.text).headers }
    for (const body of ['{}', '[]', '{"attributes":[]}', '{"attributes":1}']) {
      const answer = await ask('/api/eval/any', { method: 'POST', body, headers })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Send attributes')
    }
  })
})
