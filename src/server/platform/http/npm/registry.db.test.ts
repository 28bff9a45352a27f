import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { insertRelease } from '../../../features/packages/queries.ts'
import { mountNpm } from './mount.ts'
import { ownAddress } from './own-address.ts'

const { db } = await testDatabase(1)
const versions = ['1.9.0', '1.10.0', '1.10.1-rc.1', '1.2.0']
const bytesOf = (name: string, version: string) => Buffer.from(`${name} ${version}`)
const clock = { ms: 0 }
const read = vi.spyOn(db, 'selectFrom')
const services = {
  db,
  now: () => new Date(clock.ms),
  config: { publicUrl: 'https://flags.example' },
  publicUrl: () => 'https://flags.example',
}
const app = Fastify()

const put = (name: string, version: string) => {
  const tarball = bytesOf(name, version)
  const shasum = createHash('sha1').update(tarball).digest('hex')
  const releasedAt = new Date(Date.parse('2026-01-01') + versions.indexOf(version) * 86_400_000)
  return insertRelease(db, {
    name,
    version,
    manifest: { name, version },
    releasedAt,
    integrity: `sha512-${version}`,
    shasum,
    tarball,
  })
}
beforeAll(async () => {
  for (const version of versions) await put('@fanion/sdk', version)
  await put('@fanion/react', '1.2.0')
  mountNpm(app, services as never)
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  clock.ms += 60_000
  read.mockClear()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
/** Number of database queries. */
const asked = () => read.mock.calls.length

describe('a package in the registry', () => {
  it.each(['/npm/@fanion/sdk', '/npm/@fanion%2fsdk', '/npm/@fanion%2Fsdk'])('is told at %s, whole', async (url) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['cache-control'], headers.vary]).toEqual([200, 'no-cache', 'host'])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const told = JSON.parse(body)
    expect([told.name, told['dist-tags'], told.modified]).toEqual([
      '@fanion/sdk',
      { latest: '1.10.0' },
      '2026-01-04T00:00:00.000Z',
    ])
    expect(Object.keys(told.versions)).toEqual(['1.2.0', '1.9.0', '1.10.0', '1.10.1-rc.1'])
    expect(Object.keys(told.time)).toEqual(Object.keys(told.versions))
    expect(told.versions['1.9.0']).toMatchObject({
      ...{ name: '@fanion/sdk', version: '1.9.0' },
      dist: { tarball: 'https://flags.example/npm/@fanion/sdk/-/sdk-1.9.0.tgz', integrity: 'sha512-1.9.0' },
    })
  })

  it.each([
    '/npm/@fanion/none',
    '/npm/@fanion/none/-/none-1.0.0.tgz',
    '/npm/@fanion/sdk/-/sdk-9.0.0.tgz',
    '/sdk/fanion-none.tgz',
    '/sdk/fanion-sdk-9.0.0.tgz',
    '/sdk/sdk-1.9.0.tgz',
    '/sdk/fanion-sdk.zip',
    '/sdk/fanion-.tgz',
  ])('is not at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it.each(['/npm/@fanion/sdk/-/sdk-1.9.0.tgz', '/sdk/fanion-sdk-1.9.0.tgz'])(
    'comes at %s for good, once',
    async (url) => {
      const { statusCode, headers, rawPayload } = await get(url, { 'accept-encoding': 'gzip, br' })
      expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([
        200,
        'application/octet-stream',
        undefined,
      ])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(rawPayload.equals(bytesOf('@fanion/sdk', '1.9.0'))).toBe(true)
      const etag = String(headers.etag)
      expect(etag).toBe(`"${createHash('sha1').update(rawPayload).digest('hex')}"`)
      const again = await get(url, { 'if-none-match': etag })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  it('leads to its newest from an address without a version', async () => {
    const { statusCode, headers } = await get('/sdk/fanion-sdk.tgz')
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, 'fanion-sdk-1.10.0.tgz', 'no-cache'])
    expect((await get('/sdk/fanion-react.tgz')).headers.location).toBe('fanion-react-1.2.0.tgz')
  })
})

describe('what stays in memory', () => {
  it('is the list for two seconds, and no longer', async () => {
    await get('/npm/@fanion/sdk')
    clock.ms += 1_999
    await get('/npm/@fanion/react')
    expect(asked()).toBe(1)
    clock.ms += 1
    await get('/npm/@fanion/sdk')
    expect(asked()).toBe(2)
  })

  it('is the last list while the database is away', async () => {
    const away = () => ({ select: () => ({ execute: () => Promise.reject(new Error('away')) }) }) as never
    read.mockImplementationOnce(away)
    expect((await get('/npm/@fanion/sdk')).statusCode).toBe(200)
    expect(asked()).toBe(1)
    const fresh = Fastify()
    const failing = { selectFrom: away }
    mountNpm(fresh, { ...services, db: failing } as never)
    const failed = await fresh.inject('/npm/@fanion/sdk')
    expect([failed.statusCode, failed.json().message]).toEqual([500, 'away'])
    // Failures are not cached.
    Object.assign(failing, { selectFrom: db.selectFrom.bind(db) })
    expect((await fresh.inject('/npm/@fanion/sdk')).statusCode).toBe(200)
    await fresh.close()
  })

  it('is the twelve tarballs that were asked for last', async () => {
    const many = Array.from({ length: 13 }, (_, at) => `2.0.${at}`)
    for (const version of many) await put('@fanion/many', version)
    const reads = vi.spyOn(db, 'selectFrom')
    const fetched = async (version: string) => {
      reads.mockClear()
      expect((await get(`/sdk/fanion-many-${version}.tgz`)).statusCode).toBe(200)
      return reads.mock.calls.length
    }
    const [first = '', second = '', ...others] = many
    clock.ms += 60_000
    await get('/npm/@fanion/many')
    for (const version of [first, second, ...others.slice(0, 10), first]) await fetched(version)
    // The first was used again, so the second was evicted.
    await fetched(others[10] ?? '')
    expect([await fetched(first), await fetched(second)]).toEqual([0, 1])
    reads.mockRestore()
  })
})

it('a registry is where it was asked for where that is this machine, or where it was set', () => {
  const at = (host: string, publicUrl?: string) =>
    ownAddress(
      { config: { publicUrl, host: 'flags.internal' }, publicUrl: () => 'http://public' } as never,
      { protocol: 'http', host } as never,
    )
  for (const host of ['localhost:7000', '127.0.0.1:7000', 'flags.internal:7000', '127.0.0.1'])
    expect([host, at(host)]).toEqual([host, `http://${host}`])
  for (const host of ['elsewhere.example', 'localhost/x', 'localhost"', 'x@localhost', '', 'localhost:x'])
    expect([host, at(host)]).toEqual([host, 'http://public'])
  expect(at('localhost:7000', 'https://set')).toBe('http://public')
})
