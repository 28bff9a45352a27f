import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { built, type ServerProcess, startProcess } from '../support/process.ts'

let browser: Browser
let server: ServerProcess
let url: string
let folder: string

beforeAll(async () => {
  folder = await aFolder('set-up')
  const port = String(await freePort())
  // With a public URL, the server requires the set-up token.
  const env = { FANION_DATA_DIR: folder, PORT: port, FANION_PUBLIC_URL: `http://127.0.0.1:${port}` }
  server = startProcess(env, built)
  url = await server.ready
  browser = await aChromium()
})

const printed = (): string => /\S+\/setup#token=[\w-]+/.exec(server.output())?.[0] ?? ''

const fillIn = async (page: Page) => {
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
}

it('without its link, the first visit asks for the set-up token and refuses a wrong one', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  await page.waitForURL('**/setup')
  await fillIn(page)
  await page.getByLabel('Set-up token').fill('x'.repeat(32))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText(/set-up link/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/setup')
  await page.context().close()
})

it('leads who sends a form that does not fit to its first field that is wrong', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/setup`)
  await fillIn(page)
  await page.getByLabel('Email').fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Use at least 12 characters').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('username')
  // Also on a second submit without changes.
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('username')
  await page.context().close()
})

it('the printed link brings the token along, and asks for none', async () => {
  await expect.poll(printed).not.toBe('')
  const page = await (await browser.newContext()).newPage()
  await page.goto(printed())
  await fillIn(page)
  expect(await page.getByLabel('Set-up token').count()).toBe(0)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Create project' }).waitFor()
  await page.context().close()
})
