import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

type Loaded = { path: string; type: string; gzip: number }

/** Rows that stand in the window from edge to edge. */
let wholeRows = 0
/** What a first visit to the flag list fetches, up to a quiet network; event streams count, too. */
let loaded: Loaded[]

beforeAll(async () => {
  const { url } = await testServer()
  const owner = await anOwner(url, 'shop')
  const names = Array.from({ length: 20 }, (_, i) => `flag-${String(i).padStart(2, '0')}`)
  await Promise.all(
    names.map((key) => owner.api.flags.create.mutate({ project: 'shop', key, name: key, onIn: ['development'] })),
  )
  const { page } = await aVisitor(await aChromium(), url, owner)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto('/p/shop/flags')
  await page.getByRole('switch', { name: 'flag-00 in Production' }).waitFor()
  await page.waitForTimeout(1_000)
  wholeRows = await page.locator('tr[data-index]').evaluateAll((rows) => {
    const places = rows.map((row) => row.getBoundingClientRect())
    return places.filter(({ bottom }) => bottom <= innerHeight).length
  })
  loaded = await Promise.all(
    requests.map(async (request) => {
      const type = request.resourceType()
      const response = type === 'eventsource' ? null : await request.response()
      const body = response === null ? Buffer.alloc(0) : await response.body().catch(() => Buffer.alloc(0))
      return { path: new URL(request.url()).pathname, type, gzip: gzipSync(body, { level: 9 }).length }
    }),
  )
  console.table(loaded)
})

const gzipOf = (type: string) =>
  loaded.filter((one) => one.type === type).reduce((sum, one) => sum + one.gzip, 0) / 1_000

describe('a first visit to the flag list', () => {
  it('shows 17 whole rows at 1440 × 900', () => expect(wholeRows).toBeGreaterThanOrEqual(17))
  it('asks for the session and the flags ahead of the app, and for neither again', () => {
    const asked = loaded.map(({ path }) => path).filter((path) => path.startsWith('/trpc/'))
    expect(asked.slice(0, 2)).toEqual(['/trpc/account.status', '/trpc/flags.list'])
    expect(asked.slice(2).filter((path) => /account\.status|flags\.list/.test(path))).toEqual([])
  })
  it('takes at most 12 requests', () => expect(loaded.length).toBeLessThanOrEqual(12))
  it('takes at most 220 kB of JavaScript, gzipped', () => expect(gzipOf('script')).toBeLessThanOrEqual(220))
  it('takes at most 40 kB of styles, gzipped', () => expect(gzipOf('stylesheet')).toBeLessThanOrEqual(40))
})
