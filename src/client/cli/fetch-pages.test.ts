import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewOf } from '../../shared/vendors/importing/preview.ts'
import type { VendorRead } from '../../shared/vendors/importing/vendor-read.ts'
import { readLaunchDarklyApi } from '../../shared/vendors/launchdarkly/import/read.ts'
import { fetchPages } from './fetch-pages.ts'

/** A vendor stub that records requests and replies as configured. */
const asked: { url: string; authorization: string | undefined }[] = []
let answer: (url: URL, times: number) => { status?: number; headers?: Record<string, string>; body?: unknown }
const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://vendor')
  asked.push({ url: url.pathname + url.search, authorization: request.headers.authorization })
  const times = asked.filter((one) => one.url === url.pathname + url.search).length
  const { status = 200, headers = {}, body } = answer(url, times)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body ?? {}))
})
let host: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const said: string[] = []
const waits: number[] = []
const run = (reading: VendorRead) => {
  asked.length = said.length = waits.length = 0
  return fetchPages(
    reading,
    (line) => void said.push(line),
    async (ms) => void waits.push(ms),
  )
}
function* one(path = '/'): VendorRead {
  const { body } = yield { url: host + path, headers: { authorization: 'secret-token' } }
  return { answer: body }
}

describe('a vendor that is read', () => {
  it('is given the time that it asks for, and then asked again', async () => {
    answer = (_, times) => (times === 1 ? { status: 429, headers: { 'retry-after': '7' } } : { body: { ok: true } })
    expect(await run(one())).toEqual({ answer: { ok: true } })
    expect(waits[0]).toBeGreaterThanOrEqual(7_000)
    expect(waits[0]).toBeLessThan(7_500)
    expect(said.join()).not.toContain('secret-token')
  })

  it('is not followed where it leads elsewhere', async () => {
    answer = () => ({ status: 302, headers: { location: 'https://example.com/' } })
    await expect(run(one())).rejects.toThrow('it leads elsewhere')
    expect(asked).toHaveLength(1)
  })

  it.each([
    [401, 'does not take the token or key'],
    [403, 'may not read that'],
    [404, 'check the project'],
    [500, 'Try again later'],
  ])('that refuses with %d is told of in a sentence, without the token', async (status, sentence) => {
    answer = () => ({ status })
    const error = await run(one('/secret')).catch((reason: unknown) => reason)
    expect(String(error)).toContain(sentence)
    expect(String(error)).not.toContain('secret-token')
  })

  it('is never waited for longer than ten minutes in all', async () => {
    answer = () => ({ status: 503, headers: { 'retry-after': '3600' } })
    await expect(run(one())).rejects.toThrow('more than ten minutes')
  })
})

describe('LaunchDarkly', () => {
  it('is read page by page, and what is sent on has no key of its own', async () => {
    const flag = (key: string, environment: string) => ({
      key,
      name: `The ${key}`,
      tags: [],
      temporary: true,
      variations: [{ value: true }, { value: false }],
      environments: {
        [environment]: {
          on: true,
          salt: `${key} ${environment}`,
          fallthrough: { variation: 0 },
          offVariation: 1,
          rules: [],
          targets: [],
        },
      },
    })
    answer = ({ pathname, searchParams, search }) => {
      const environment = searchParams.get('env') ?? ''
      if (pathname === '/api/v2/projects/shop') {
        const items = ['production', 'test'].map((key) => ({
          key,
          name: key,
          critical: key === 'production',
          apiKey: 'sdk-123',
          mobileKey: 'mob-123',
        }))
        return { body: { key: 'shop', name: 'Shop', environments: { items } } }
      }
      if (pathname === '/api/v2/flags/shop') {
        if (search.includes('archived')) return { body: { items: [] } }
        if (searchParams.get('offset') === '0') {
          const next = { href: `/api/v2/flags/shop?env=${environment}&offset=100` }
          return { body: { items: [flag('a', environment)], _links: { next } } }
        }
        return { body: { items: [flag('b', environment)] } }
      }
      return { body: { items: [{ key: 'beta', included: ['ada'], excluded: [], rules: [] }] } }
    }
    const parts = await run(readLaunchDarklyApi({ host, project: 'shop', token: 'api-secret', keys: {} }))
    expect(asked.every(({ authorization }) => authorization === 'api-secret')).toBe(true)
    expect(JSON.stringify(parts)).not.toMatch(/sdk-123|mob-123|api-secret/)
    const { summary, items } = await previewOf(Object.entries(parts).map(([name, value]) => ({ name, value })))
    expect(summary).toMatchObject({
      project: 'Shop',
      environments: [
        { name: 'production', critical: true, flags: 2, segments: 1 },
        { name: 'test', flags: 2 },
      ],
    })
    expect(items[0]).toMatchObject({ item: { name: 'The a' }, documents: { test: { salt: 'a test' } } })
  })

  it('does not send its token where a page says that the next one is elsewhere', async () => {
    answer = ({ pathname }) =>
      pathname === '/api/v2/projects/shop'
        ? { body: { key: 'shop', environments: { items: [{ key: 'production' }] } } }
        : { body: { items: [], _links: { next: { href: 'https://example.com/steal' } } } }
    await run(readLaunchDarklyApi({ host, project: 'shop', token: 'api-secret', keys: {} }))
    expect(asked.map(({ url }) => url.split('?')[0])).toEqual([
      '/api/v2/projects/shop',
      '/api/v2/flags/shop',
      '/api/v2/flags/shop',
      '/api/v2/segments/shop/production',
    ])
  })
})
