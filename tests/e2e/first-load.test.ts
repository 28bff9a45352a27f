import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

type Loaded = { path: string; type: string; gzip: number }

/** Number of rows that are completely visible. */
let wholeRows = 0
/** The resources of a first visit to the flag list, until the network is idle. Includes event streams. */
let loaded: Loaded[]
let page: Page

beforeAll(async () => {
  const { url } = await testServer()
  const owner = await anOwner(url, 'shop')
  const names = Array.from({ length: 20 }, (_, i) => `flag-${String(i).padStart(2, '0')}`)
  // One after the other, because a project processes one change at a time.
  for (const key of names)
    await owner.api.flags.create.mutate({ project: 'shop', key, name: key, onIn: ['development'] })
  ;({ page } = await aVisitor(await aChromium(), url, owner))
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

describe('a page that was opened before the server was upgraded', () => {
  it('stays as it is without the part that is gone, and offers one reload', async () => {
    await page.getByLabel('Filter flags').fill('flag-0')
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.route(
      (url) => url.pathname === '/',
      (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/another.js"></script>' }),
    )
    await page.getByRole('button', { name: /account menu for/ }).click()
    await page.getByText('Fanion has been updated', { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.getByLabel('Filter flags').inputValue()).toBe('flag-0')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('switch', { name: 'flag-00 in Production' }).waitFor()
    await page.getByRole('button', { name: /account menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  })
})
