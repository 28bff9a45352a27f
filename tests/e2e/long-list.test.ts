import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

const count = 130
const keyOf = (n: number) => `flag-${String(n).padStart(3, '0')}`

let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page
let faults: string[]
const asked: string[] = []

beforeAll(async () => {
  const { url } = await testServer()
  owner = await anOwner(url, 'shop')
  for (let n = 0; n < count; n++)
    await owner.api.flags.create.mutate({ project: 'shop', key: keyOf(n), name: `Flag ${n}`, onIn: ['development'] })
  ;({ page, outside: faults } = await aVisitor(await aChromium(), url, owner))
  page.on('request', (request) => {
    if (request.url().includes('/trpc/')) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/p/shop/flags')
  await page.getByRole('switch').first().waitFor()
})

const switchOf = (n: number) => page.getByRole('switch', { name: `Flag ${n} in Development` })
const filter = () => page.getByRole('combobox', { name: /^Filter/ })

describe('a list of more flags than a page of it has', () => {
  it('says how many there are, and finds by the filter what is not loaded', async () => {
    await page.getByText(`${count} flags`, { exact: true }).waitFor()
    await filter().fill(keyOf(count - 1))
    await switchOf(count - 1).waitFor()
    await page.getByText('1 flag', { exact: true }).waitFor()
    expect(await page.getByRole('table', { name: 'Flags' }).getAttribute('aria-rowcount')).toBe('2')
    await filter().fill('')
    await switchOf(0).waitFor()
  })

  it('reads on while it is scrolled', async () => {
    await expect
      .poll(async () => {
        await page.locator('table[aria-label="Flags"]').evaluate((table) => table.parentElement?.scrollBy(0, 2_000))
        return switchOf(count - 1).count()
      })
      .toBe(1)
    // The scroll position in a list survives a reload.
    await page.locator('table[aria-label="Flags"]').evaluate((table) => table.parentElement?.scrollTo(0, 0))
    await switchOf(0).waitFor()
  })

  it('selects all that are found, also those that are not loaded', async () => {
    await page.goto('/p/shop/flags')
    await page.getByRole('checkbox', { name: `Select all ${count}` }).check()
    await page.getByText(`${count} flags selected`).waitFor()
    expect(await page.getByRole('checkbox', { name: `Select all ${count}` }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('shows at once what somebody else publishes, and asks for no page of it', async () => {
    await expect.poll(() => switchOf(0).isChecked()).toBe(true)
    asked.length = 0
    const { heads } = await owner.api.flags.get.query({ project: 'shop', flag: keyOf(0) })
    const base = heads['development']?.revision ?? 0
    const act = { project: 'shop', environment: 'development', flag: keyOf(0), on: false, base }
    await owner.api.flags.switch.mutate(act)
    await expect.poll(() => switchOf(0).isChecked()).toBe(false)
    expect(asked.filter((path) => path.includes('flags.list'))).toEqual([])
  })

  it('shows a flag that somebody else makes, and peeks at one that is not loaded', async () => {
    await owner.api.flags.create.mutate({ project: 'shop', key: 'a-new-one', name: 'A new one' })
    await page.getByText('A new one', { exact: true }).waitFor()
    await page.goto(`/p/shop/flags?peek=${keyOf(count - 1)}`)
    await page.getByRole('complementary', { name: `Preview of Flag ${count - 1}` }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows at once what of its rows fits, and that it searches, before the server has told', async () => {
    const other = await page.context().newPage()
    await other.goto('/p/shop/flags')
    const field = other.getByRole('combobox', { name: /^Filter/ })
    const first = other.getByRole('switch', { name: 'Flag 0 in Development' })
    await first.waitFor()
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await other.route(/trpc\/flags\.list.*query/, async (route) => {
      await asked
      await route.continue()
    })
    const rows = () => other.locator('tr[data-index]').count()
    await field.fill('flag-01')
    await first.waitFor({ state: 'detached' })
    await other.getByText('Searching…', { exact: true }).waitFor()
    // Only the server knows a flag's lifecycle state, so no possibly wrong rows are shown.
    await field.fill('flag-01 -is:draft')
    await expect.poll(rows).toBe(0)
    await other.getByText('Searching…', { exact: true }).waitFor()
    await field.fill('flag-01')
    await expect.poll(rows).toBe(10)
    answer()
    await other.getByText('10 flags', { exact: true }).waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    await other.close()
  })
})

describe('flags that are rolling out', () => {
  it('are all to be seen on the home page, a few at a time', async () => {
    const rolling = 8
    for (let n = 0; n < rolling; n++) {
      const key = keyOf(n)
      const production = (await owner.api.flags.get.query({ project: 'shop', flag: key })).heads['production']
      if (production === undefined) throw new Error(`${key} is not in production`)
      const parts = [
        { variant: 'on', from: 0, to: 25_000 },
        { variant: 'off', from: 25_000, to: 100_000 },
      ]
      const document = { ...production.document, on: true, otherwise: { split: { parts } } }
      await owner.api.revisions.publish.mutate({
        ...{ project: 'shop', environment: 'production', base: production.revision, message: 'A quarter first' },
        entries: [{ kind: 'flag', key, document }],
      })
    }
    await page.goto('/p/shop/home')
    const card = page.getByRole('region', { name: 'Rolling out' })
    await card.getByText(`${rolling} flags`).waitFor()
    const rows = card.getByRole('listitem')
    expect(await rows.count()).toBe(5)
    await card.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(rolling)
    expect(await card.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
