import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'
import { desk, flaws, phone } from './matrix/look.ts'
import { sideways } from './visitor.ts'

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

/** The widths at which the page overflows its window, with everything expanded. */
async function tooWide(page: Page): Promise<number[]> {
  const setAll = (open: boolean) =>
    page.locator('details').evaluateAll((all: HTMLDetailsElement[], to) => all.forEach((one) => (one.open = to)), open)
  await setAll(true)
  const found: number[] = []
  for (const { width } of [desk, phone]) {
    await page.setViewportSize({ width, height: 900 })
    if ((await sideways(page)) > 0) found.push(width)
  }
  await setAll(false)
  return found
}

describe('the page of the HTTP API', () => {
  it('is without a flaw on a desk and on a phone', async () => {
    const page = await opened()
    expect(await tooWide(page)).toEqual([])
    await page.getByText('/api/v1/flags/get', { exact: true }).click()
    await page.getByText('/api/v1/flags/create', { exact: true }).click()
    // Hundreds have the same structure: the open ones, and two of each group, stand for all.
    await page.evaluate(() => {
      for (const group of document.querySelectorAll('main section'))
        for (const one of [...group.querySelectorAll('details:not([open])')].slice(2)) one.remove()
    })
    expect(await flaws(page, [desk, phone])).toEqual([])
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
