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
  const { api } = owner
  await api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
  const head = (await api.flags.get.query({ project: 'shop', flag: 'checkout' })).heads['development']
  if (!head) throw new Error('a new flag is everywhere')
  const document = { ...head.document, otherwise: { variant: 'off' } }
  await api.revisions.publish.mutate({
    ...{ project: 'shop', environment: 'development', base: head.revision, message: 'off for everybody' },
    entries: [{ kind: 'flag', key: 'checkout', document }],
  })
  ;({ page } = await aVisitor(await aChromium(), url, owner))
  // The project's plans load slowly. The default ones can be selected already.
  await page.route('**/trpc/*rampPlans.list*', (route) => setTimeout(() => void route.continue(), 3_000))
  await page.goto('/p/shop/flags')
  await page.getByRole('switch', { name: 'Checkout in Development' }).waitFor()
})

/** Accessible name of the focused element, and whether its focus is visible. */
const focused = () =>
  page.evaluate(() => {
    const active = document.activeElement
    const isField =
      active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement
    const name = active?.getAttribute('aria-label') ?? (isField ? active.labels?.[0]?.textContent : active?.textContent)
    const seen = active?.matches(':focus-visible') === true
    return { name: name?.trim() ?? '', seen, outside: active === document.body }
  })

/** Presses Tab until an element has the focus. Every element on the way must show its focus. */
async function tabTo(name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press('Tab')
    const now = await focused()
    passed.push(now.name.slice(0, 40))
    // After the last element comes the browser's own UI.
    if (!now.seen && !now.outside) throw new Error(`nothing shows that it has the focus: ${passed.join(' · ')}`)
    if (name.test(now.name)) return
  }
  throw new Error(`Tab does not come to ${String(name)}: ${passed.join(' · ')}`)
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const rampOf = async () => (await owner.api.ramps.list.query({ project: 'shop', flag: 'checkout' })).ramps[0]

describe('with the keyboard alone', () => {
  it('an event is declared, and its page listens for it', async () => {
    await press('g', 'n')
    await page.getByText('No events yet').waitFor()
    await press('n')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Checkout failed')
    await tabTo(/^Declare$/)
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await tabTo(/^Checkout failed$/)
    await press('Enter')
    await page.waitForURL('**/metrics/events/checkout-failed')
    await page.getByText("fanion.track('checkout-failed'").waitFor()
    expect(await owner.api.events.list.query({ project: 'shop' })).toMatchObject([{ key: 'checkout-failed' }])
  })

  it('a metric is defined on it', async () => {
    await press('g', 'k')
    await page.getByText('No metrics yet').waitFor()
    await press('n')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Failed checkouts')
    await tabTo(/^Better is$/)
    await page.keyboard.type('less')
    await tabTo(/^Create metric$/)
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { definition } = await owner.api.metrics.get.query({ project: 'shop', metric: 'failed-checkouts' })
    expect(definition).toMatchObject({
      better: 'less',
      measure: { kind: 'proportion', of: { event: 'checkout-failed' } },
    })
  })

  it('a ramp is started from the flag, with a guard', async () => {
    await press('g', 'f')
    await page.getByRole('switch', { name: 'Checkout in Development' }).waitFor()
    await page.locator('body').press('j')
    await expect.poll(async () => (await focused()).name).toMatch(/^Checkout/)
    await press('Enter')
    await page.getByRole('button', { name: /^Everyone/ }).waitFor()
    await tabTo(/^Everyone(?!.*variant)/)
    await press('Enter')
    await tabTo(/^Everyone else, variant/)
    await press('Enter')
    await page.getByRole('option', { name: 'on', exact: true }).waitFor()
    while (!(await page.getByRole('option', { name: 'on', exact: true }).getAttribute('data-combobox-selected')))
      await press('ArrowDown')
    await press('Enter')
    await tabTo(/^Ramp…$/)
    await press('Enter')
    await page.getByLabel('Plan', { exact: true }).waitFor()
    await tabTo(/^Plan$/)
    await page.keyboard.type('fast')
    expect(await page.getByLabel('Plan', { exact: true }).inputValue()).toBe('fast')
    await tabTo(/^Watch$/)
    await page.keyboard.type('failed ch')
    await page.getByRole('option', { name: 'Failed checkouts' }).waitFor()
    await press('ArrowDown', 'Enter')
    await page.getByLabel('What guard 1 does').waitFor()
    await tabTo(/^Start ramp in Development/)
    await press('Enter')
    await page.getByRole('heading', { name: 'on is at 10%' }).waitFor()
    expect((await rampOf())?.plan.guards).toMatchObject([{ metric: 'failed-checkouts', then: 'roll-back' }])
  })

  it('a ramp is paused, resumed, taken a step further and undone, by a key each', async () => {
    await press('p')
    await page.getByRole('button', { name: /Resume/ }).waitFor()
    expect((await rampOf())?.state).toBe('paused')
    await press('p')
    await page.getByRole('button', { name: /Pause/ }).waitFor()
    await press('n')
    await expect.poll(async () => (await rampOf())?.step).toBe(1)
    await page.getByRole('heading', { name: 'on is at 50%' }).waitFor()
    await press('b')
    await page.getByLabel('Note').waitFor()
    await expect.poll(async () => (await focused()).name).toBe('Note')
    await page.keyboard.type('Slow')
    await tabTo(/^Undo ramp$/)
    await press('Enter')
    await page.getByRole('heading', { name: 'on was at 50%' }).waitFor()
    expect(await rampOf()).toMatchObject({ state: 'rolled-back', why: 'Slow' })
  })

  it('the ramps of the project are listed, those on their way or all, and one opens', async () => {
    await press('g', 'r')
    await page.getByText('No active ramps').waitFor()
    const chosen = page.getByRole('navigation', { name: 'Show ramps' }).locator('[aria-current]')
    await expect.poll(() => chosen.allTextContents()).toEqual(['Active'])
    await tabTo(/^All$/)
    await press('Enter')
    await expect.poll(() => chosen.allTextContents()).toEqual(['All'])
    await tabTo(/^checkout/)
    await press('Enter')
    await page.getByRole('heading', { name: 'on was at 50%' }).waitFor()
  })

  it('emails are chosen', async () => {
    await page.goto('/me/profile')
    await page.getByRole('radiogroup', { name: 'Send me an email about' }).waitFor()
    await tabTo(/^Every ramp/)
    await press('ArrowDown')
    await expect.poll(async () => (await owner.api.account.letters.query()).ramps).toBe('own')
  })
})
