import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page

beforeAll(async () => {
  const { url } = await testServer()
  owner = await anOwner(url, 'shop')
  ;({ page } = await aVisitor(await aChromium(), url, owner))
  await page.goto('/p/shop/flags')
  await page.getByText('No flags yet').waitFor()
})

/** The text or name of the focused element. */
const focused = () =>
  page.evaluate(() => {
    const active = document.activeElement
    const isField = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
    const label = isField ? active.labels?.[0]?.textContent : undefined
    return active?.getAttribute('aria-label') ?? label ?? active?.textContent
  })

const documentOf = async (flag: string, environment: string) =>
  (await owner.api.flags.get.query({ project: 'shop', flag })).heads[environment]?.document

describe('with the keyboard alone', () => {
  it('C, a name and Enter create a flag', async () => {
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Give a name').waitFor()
    // The placeholder must look different from a typed value.
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
    const colours = await name.evaluate((field) => ['::placeholder', ''].map((of) => getComputedStyle(field, of).color))
    expect(new Set(colours).size).toBe(2)
    await page.keyboard.type('Checkout')
    await page.keyboard.press('Enter')
    await page.getByText('checkout is on in Development.').waitFor()
    expect((await documentOf('checkout', 'development'))?.on).toBe(true)
  })

  it('J finds the first flag, Tab its switches, Space turns one off', async () => {
    await page.locator('body').press('j')
    // The body's text would contain it, too.
    await expect.poll(focused).toMatch(/^Checkout/)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Checkout in Development')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await documentOf('checkout', 'development'))?.on).toBe(false)
  })

  it('Z takes it back', async () => {
    await page.getByText('checkout is off in Development').waitFor()
    await page.keyboard.press('z')
    await expect.poll(async () => (await documentOf('checkout', 'development'))?.on).toBe(true)
  })

  it('Enter opens the flag, A takes a rule as a sentence, Ctrl+Enter publishes it', async () => {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Add rule').waitFor()
    await page.keyboard.press('a')
    await page.keyboard.type('country is NO')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await documentOf('checkout', 'development'))?.rules.length).toBe(1)
  })

  it('] opens the next environment, and its link says so', async () => {
    await page.locator('h1').click()
    await page.keyboard.press(']')
    await page.waitForURL('**/flags/checkout?env=staging')
    expect(await page.getByRole('button', { name: 'Staging', exact: true }).getAttribute('aria-expanded')).toBe('true')
  })

  it('Escape closes a sheet, and nothing was published', async () => {
    await page.getByRole('switch', { name: 'Checkout in Production' }).press('Space')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect((await documentOf('checkout', 'production'))?.on).toBe(false)
  })

  it('? shows the keys that work here', async () => {
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Add rule').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('G and a letter go to a screen', async () => {
    await page.locator('h1').click()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL('**/p/shop/playground')
    await expect.poll(focused).toBe('User ID, email, attributes, or a context as JSON')
  })

  it('the first Tab offers to skip to the content', async () => {
    await page.goto('/p/shop/flags')
    await page.getByText('Checkout').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
  })

  it('V and a name keep the filter as a view, which a link and the palette open', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('is:on')
    await page.getByRole('button', { name: '+ View' }).waitFor()
    await page.locator('body').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('v')
    await page.getByRole('dialog').getByLabel('Name').fill('Running')
    await page.keyboard.press('Enter')
    const tab = page.getByRole('link', { name: 'Running' })
    await tab.waitFor()
    const [view] = await owner.api.views.list.query({ project: 'shop' })
    expect(view).toMatchObject({ name: 'Running', query: 'is:on', shared: false })
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL('**/p/shop/segments')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('runn')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/flags?view=${view?.id}`)
    const chosen = page.getByRole('navigation', { name: 'Show flags' }).locator('[aria-current]')
    await expect.poll(() => chosen.allTextContents()).toEqual(['Running'])
    expect(await page.getByRole('combobox', { name: 'Filter flags' }).inputValue()).toBe('is:on')
  })

  it('the filter offers what can be typed, completes it, and says what it does not understand', async () => {
    await page.goto('/p/shop/flags')
    await page.getByText('Checkout').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('is:of')
    await page.getByRole('option', { name: /^is:off/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const filter = page.getByRole('combobox', { name: 'Filter flags' })
    expect(await filter.inputValue()).toBe('is:off ')
    await page.keyboard.type('no:such ')
    await page.getByText('“no:such” is searched as text').waitFor()
  })

  it('the rail and the palette of the project stay where no project is', async () => {
    for (const address of ['/inbox', '/me/profile', '/org/users', '/status']) {
      await page.goto(address)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('members')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/p/shop/settings/members')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Members')
  })

  it('what is pressed before the page knows what its reader may do is done once it knows', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/trpc/*members.can*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/p/shop/metrics/events')
    await page.getByText('No events yet').waitFor()
    await page.keyboard.press('n')
    expect(await page.getByRole('dialog').count()).toBe(0)
    release()
    await page.getByRole('dialog').waitFor()
  })
})
