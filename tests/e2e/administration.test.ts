import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { aReceiver } from '../support/receiver.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor, flaws, twoLooks } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let receiver: Awaited<ReturnType<typeof aReceiver>>

beforeAll(async () => {
  ;({ url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' }))
  browser = await aChromium()
  receiver = await aReceiver()
  owner = await anOwner(url, 'shop')
  await owner.api.projects.create.mutate({ key: 'empty', name: 'Empty' })
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
})

describe('a webhook', () => {
  it('is made on its screen, tried, and its log tells what was answered', async () => {
    receiver.answers['/broken'] = 500
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Name').fill('Deploy bot')
    await page.getByLabel('Address').fill(`${receiver.base}/hook`)
    await page.getByLabel('Told of').first().fill('Publish')
    await page.getByRole('option', { name: 'Publish', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = (await page.locator('code', { hasText: 'whsec_' }).textContent()) ?? ''
    await page.getByRole('button', { name: 'Send a test' }).click()
    const row = page.getByRole('row', { name: /Test a webhook.*delivered/ }).first()
    await row.waitFor()
    expect(await row.innerText()).toContain('200')
    const test = receiver.heard.find(({ path }) => path === '/hook')
    expect(new Webhook(secret).verify(test?.body ?? '', test?.headers ?? {})).toMatchObject({ type: 'webhook.test' })

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Address').fill(`${receiver.base}/broken`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/tries again at/).waitFor()
    receiver.answers['/broken'] = 200
    await page.getByRole('button', { name: 'Send Test a webhook again' }).first().click()
    await expect.poll(() => receiver.heard.filter(({ path }) => path === '/broken').length).toBe(2)
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('hears nothing while it is paused', async () => {
    const { page } = await aVisitor(browser, url, owner)
    const { webhook } = await owner.api.webhooks.create.mutate({
      project: 'shop',
      name: 'Quiet',
      url: `${receiver.base}/quiet`,
    })
    await page.goto(`/p/shop/settings/webhooks?hook=${webhook.id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    await owner.api.flags.update.mutate({ project: 'shop', flag: 'checkout', description: 'Changed' })
    const at = { project: 'shop', id: webhook.id }
    const { deliveries } = await owner.api.webhooks.deliveries.query(at)
    expect(deliveries.map(({ action, attempts }) => [action, attempts])).toContainEqual(['flag.update', 0])
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect
      .poll(() => receiver.heard.some(({ path, body }) => path === '/quiet' && body.includes('flag.update')))
      .toBe(true)
    await page.context().close()
  })
})

describe('a screen of administration has no flaw that axe knows, and fits its width', () => {
  it.each([
    ['/p/shop/settings/webhooks', 'Deploy bot'],
    ['/p/empty/settings/webhooks', 'No webhook yet'],
  ])('%s', async (path, shows) => {
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto(path)
    await page.getByText(shows).first().waitFor()
    expect(await flaws(page, twoLooks)).toEqual([])
    expect(outside).toEqual([])
    await page.context().close()
  })
})
