import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'
import { flaws } from './matrix/look.ts'

let browser: Browser
let url: string

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
})

async function opened(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })
  const page = await context.newPage()
  await page.goto('/api/docs')
  return page
}

describe('the page of the HTTP API', () => {
  it('is without a flaw on a desk and on a phone', async () => {
    const page = await opened()
    await page.getByText('/api/v1/flags/get', { exact: true }).click()
    await page.getByText('/api/v1/flags/create', { exact: true }).click()
    const looks = [
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 390 },
    ] as const
    expect(await flaws(page, looks)).toEqual([])
    await page.context().close()
  })

  it('shows a call with what it takes, and leads to the schema of what it answers', async () => {
    const page = await opened()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.reload()
    await page.getByText('/api/v1/flags/get', { exact: true }).click()
    const call = page.locator('[id="flags.get"]')
    await expect.poll(() => call.innerText()).toContain('project.read')
    await call.getByRole('link', { name: 'FlagPage' }).click()
    await page.locator('#schema-FlagPage').waitFor({ state: 'visible' })
    expect(faults).toEqual([])
    await page.context().close()
  })
})
