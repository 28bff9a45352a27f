import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { createFanion } from '../../src/client/sdk/node/index.ts'
import { aFolder } from '../support/folder.ts'
import { aDatafile, aFlag, serverKey } from './wire-server.ts'
import { aClient, aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const on = aFlag('checkout', true)

let folder = ''
beforeEach(async () => {
  folder = await aFolder('sdk')
})
// Makes folders writable again, so that they can be removed.
afterEach(() => chmod(folder, 0o700))
const cacheFile = () => path.join(folder, 'flags.json')
const withFile = () => hastyPlatform({}, cacheFile())

/** A server that an earlier run of the application was connected to, now down. */
const aServerOfYesterday = async (datafile = aDatafile(7, [on])) => {
  const server = await aServer(datafile)
  const yesterday = aClient(server, flags, {}, withFile())
  await yesterday.ready()
  await yesterday.close()
  await server.stop()
  return server
}

describe('the bootstrap', () => {
  it('is served at once, as stale, until the server has answered', async () => {
    const server = await aServer(aDatafile(9, [aFlag('checkout', false)]))
    const fanion = aClient(server, flags, { bootstrap: aDatafile(4, [on]) })
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status).toEqual({ state: 'stale', reason: 'connecting', source: 'bootstrap', revision: 4 })
    await fanion.ready()
    expect(fanion.flags.checkout()).toBe(false)
  })

  it('is served on while the server is away', async () => {
    const server = await aServer()
    await server.stop()
    const fanion = aClient(server, flags, { bootstrap: aDatafile(4, [on]) })
    expect((await fanion.ready()).ready).toBe(false)
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status).toMatchObject({ state: 'stale', source: 'bootstrap' })
  })

  it('is never built on: it may be of another environment that has the same revision', async () => {
    const server = await aServer(aDatafile(4, [aFlag('checkout', false)]))
    const fanion = aClient(server, flags, { bootstrap: { ...aDatafile(4, [on]), environment: 'staging' } })
    await fanion.ready()
    expect(fanion.flags.checkout()).toBe(false)
  })

  it('is refused where it is no datafile', () => {
    const bootstrap = { ...aDatafile(4, [on]), format: 2 }
    expect(() => createFanion({ url: 'http://127.0.0.1:1', key: serverKey, flags, bootstrap })).toThrow(
      /bootstrap is no datafile: the datafile has format 2/,
    )
  })
})

describe('the cache file', () => {
  it('is served where the server is away at the start, and resumed from when it is back', async () => {
    const server = await aServerOfYesterday()
    const fanion = aClient(server, flags, {}, withFile())
    await until(() => fanion.status.source === 'file')
    expect(fanion.flags.checkout()).toBe(true)
    expect(fanion.status).toMatchObject({ state: 'stale', revision: 7 })
    await server.start()
    await until(() => fanion.status.state === 'ready')
    expect(server.requests.at(-1)?.url).toBe('/sdk/v1/stream?revision=7')
  })

  it('follows every change', async () => {
    const server = await aServer()
    const fanion = aClient(server, flags, {}, withFile())
    await fanion.ready()
    server.publish(aFlag('checkout', false))
    await until(() => !fanion.flags.checkout())
    await until(() => existsSync(cacheFile()))
    await fanion.close()
    expect(JSON.parse(await readFile(cacheFile(), 'utf8'))).toMatchObject({ datafile: server.datafile })
  })

  it('is for its owner alone, holds no whole key, and leaves no half-written file behind', async () => {
    await aServerOfYesterday()
    expect((await stat(cacheFile())).mode & 0o777).toBe(0o600)
    expect(await readFile(cacheFile(), 'utf8')).not.toContain(serverKey)
    expect(await readdir(folder)).toEqual(['flags.json'])
  })

  it('beats an older bootstrap, and yields to a newer one', async () => {
    const server = await aServerOfYesterday()
    const older = aClient(server, flags, { bootstrap: aDatafile(6, []) }, withFile())
    await until(() => older.status.source === 'file')
    const newer = aClient(server, flags, { bootstrap: aDatafile(8, []) }, withFile())
    await newer.ready({ timeoutMs: 4_000 })
    expect(newer.status.source).toBe('bootstrap')
  })

  it('is not read where it was kept for another key, which may be of another environment', async () => {
    const server = await aServerOfYesterday()
    const key = `fan_srv_${'x'.repeat(43)}`
    const fanion = aClient(server, flags, { key }, withFile())
    await fanion.ready({ timeoutMs: 4_000 })
    expect(fanion.status).toMatchObject({ state: 'not ready', source: 'defaults' })
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -20), /could not be read/],
    ['changed', (text: string) => text.replace('"on":true', '"on":false'), /its digest does not fit/],
    ['something else', () => '[]', /was not written by this library/],
    ['empty', () => '', /could not be read/],
  ])('is passed over and told of where it is %s', async (_, spoil, message) => {
    const server = await aServerOfYesterday()
    await writeFile(cacheFile(), spoil(await readFile(cacheFile(), 'utf8')))
    const faults: Fault[] = []
    const fanion = aClient(server, flags, {}, withFile())
    fanion.on('error', (fault) => faults.push(fault))
    await until(() => faults.length === 1)
    expect(faults[0]?.message).toMatch(message)
    expect(fanion.flags.checkout()).toBe(false)
    await server.start()
    expect((await fanion.ready({ timeoutMs: 300_000 })).ready).toBe(true)
  })

  it.each([
    ['its folder is missing', async (file: string) => path.join(file, 'missing', 'flags.json'), /ENOENT/],
    [
      'a folder is in its place',
      async (file: string) => {
        await mkdir(file)
        return file
      },
      /EISDIR|ENOTEMPTY|EEXIST/,
    ],
    ['its disk is full', async () => '/dev/full/flags.json', /ENOTDIR|ENOSPC/],
  ])('costs nothing but itself where %s', async (_, place, message) => {
    const server = await aServer()
    const faults: Fault[] = []
    const fanion = aClient(server, flags, {}, hastyPlatform({}, await place(cacheFile())))
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    server.publish(aFlag('checkout', false))
    await until(() => !fanion.flags.checkout())
    await until(() => faults.length > 0)
    expect(faults[0]?.message).toMatch(message)
    expect(fanion.status.state).toBe('ready')
  })

  it('costs nothing but itself where the disk is full in the middle of a write', async () => {
    const server = await aServer()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const file = { read: async () => null, write: () => Promise.reject(full) }
    const faults: Fault[] = []
    const fanion = aClient(server, flags, {}, hastyPlatform({ file }))
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    await until(() => faults.length === 1)
    expect(faults[0]).toEqual({ message: `the datafile could not be written: ${full.message}`, cause: full })
    expect(fanion.status.state).toBe('ready')
  })
})

describe('the options of createFanion', () => {
  const good = { url: 'http://127.0.0.1:1', key: serverKey, flags }
  it.each([
    ['a url without a scheme', { url: 'flags.example.com' }, /url must be an address/],
    ['a url of another scheme', { url: 'ftp://flags.example.com' }, /url must be an address/],
    ['a url with a password in it', { url: 'https://a:b@flags.example.com' }, /without user name/],
    ['half a key', { key: serverKey.slice(0, 20) }, /this is no whole key/],
    ['a client key', { key: `fan_cli_${'k'.repeat(43)}` }, /this is one of the other kind/],
  ])('are refused with %s', (_, change, message) => {
    expect(() => createFanion({ ...good, ...change })).toThrow(TypeError)
    expect(() => createFanion({ ...good, ...change })).toThrow(message)
  })

  it.each([
    ['url', { url: undefined }],
    ['url', { url: '' }],
    ['key', { key: undefined }],
  ])(
    'do no harm where there is no %s, as in a build: flags give their defaults, and the status says why',
    async (option, change) => {
      const fanion = createFanion({ ...good, ...change })
      expect(fanion.flags.checkout()).toBe(false)
      expect(await fanion.ready()).toEqual({
        ready: false,
        reason: expect.stringContaining(`createFanion: ${option} is not set`),
      })
      expect(fanion.status).toMatchObject({ state: 'error', source: 'defaults' })
      await fanion.close()
    },
  )

  it('are refused without repeating the key, which may be a secret', () => {
    const key = `fan_srv_${'secret'.repeat(3)}`
    expect(() => createFanion({ ...good, key })).toThrow(/^(?!.*secretsecret)/)
  })

  it('may have a path in the url, with or without a slash at its end', async () => {
    const server = await aServer()
    for (const tail of ['/fanion', '/fanion/']) {
      const fanion = aClient(server, flags, { url: server.url + tail, telemetry: false })
      await until(() => server.requests.length > 0)
      expect(server.requests.pop()?.url).toBe('/fanion/sdk/v1/stream')
      await fanion.close()
    }
  })
})

describe('what is handed over to a page', () => {
  it('are the answers of declared flags that are visible to clients, for the context', async () => {
    const rule = { id: 'norway', when: { attribute: 'country', operator: 'is' as const, values: ['NO'] } }
    const visible = aFlag('checkout', true, {
      visibleToClients: true,
      rules: [{ ...rule, serve: { variant: 'off' } }],
    })
    const secret = aFlag('secret', true)
    const undeclared = aFlag('undeclared', true, { visibleToClients: true })
    const server = await aServer(aDatafile(1, [visible, secret, undeclared]))
    const all = defineFlags({
      checkout: { type: 'boolean', default: false },
      secret: { type: 'boolean', default: false },
    })
    const fanion = aClient(server, all)
    expect(fanion.getBootstrap({ country: 'NO' })).toEqual({ flags: [] })
    await fanion.ready()
    expect(fanion.getBootstrap({ country: 'NO' })).toEqual({
      flags: [{ key: 'checkout', value: false, variant: 'off', reason: 'TARGETING_MATCH' }],
    })
    await fanion.flush()
    expect(server.reports).toEqual([])
  })
})
