import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf, pages } from '../../scripts/docs/site.ts'
import { aChromium } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'
import { flaws, type Look } from './matrix/look.ts'

let browser: Browser
let url: string

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
})

/**
 * Opens a page of the documentation. `faults` collects CSP violations, failed requests and requests to other servers.
 */
async function opened(place: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: url,
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/docs/`) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  await page.goto(`/docs/${place}`)
  return { page, faults }
}

/** The two looks of a page by its index: both color schemes and both widths, in turn. */
const looks = (place: number): readonly Look[] =>
  [1440, 390].map((width, at) => ({ colorScheme: (place + at) % 2 === 0 ? 'light' : 'dark', width }))

describe('the documentation', () => {
  const places = ['', 'concepts', 'guides/ramps', 'sdk/react', 'reference/commands', 'reference/roles']
  const more = ['adr/0001-own-node-and-postgresql', 'nowhere']
  it.each([...places, ...more].map((place, at) => ({ place, at })))(
    'is without a flaw: /docs/$place',
    async ({ place, at }) => {
      const { page, faults } = await opened(place)
      expect(await flaws(page, looks(at))).toEqual([])
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      await page.context().close()
    },
  )

  it('is searched without a service, and asks nobody else', async () => {
    const { page, faults } = await opened('')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('hash-chained')
    const found = page.getByRole('listbox').getByRole('option')
    await found.first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).not.toBe(`${url}/docs/`)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/chain/)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('changes its scheme with the switch, pictures too', async () => {
    const { page, faults } = await opened('concepts')
    const light = page.locator('.only-light').first()
    await expect.poll(() => light.isVisible()).toBe(true)
    await page.getByRole('switch').first().click()
    await expect.poll(() => light.isVisible()).toBe(false)
    await expect.poll(() => page.locator('.only-dark').first().isVisible()).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('is read without JavaScript, on a phone too: text, and the list of pages', async () => {
    const { page } = await opened('guides/ramps', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    expect(await page.getByRole('heading', { name: 'Start one' }).isVisible()).toBe(true)
    const link = page.getByRole('link', { name: 'Limits', exact: true })
    // Lists expand and collapse without scripts.
    await page.locator('summary', { hasText: /^Reference$/ }).click()
    expect(await link.isVisible()).toBe(true)
    await link.click()
    expect(await page.locator('h1').innerText()).toContain('Limits')
    await page.context().close()
  })

  it('has a page at the address of each that is in the list, and says 404 where there is none', async () => {
    const statuses = await Promise.all(
      pages.map(async ({ file }) => {
        const address = addressOf(file)
        const { status } = await fetch(`${url}/docs/${address === 'index' ? '' : address}`)
        return [file, status]
      }),
    )
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
    expect((await fetch(`${url}/docs/nowhere`)).status).toBe(404)
  })

  it('is built with the server', () => {
    expect(existsSync(path.resolve(import.meta.dirname, '../../dist/docs/policy.txt'))).toBe(true)
  })
})
