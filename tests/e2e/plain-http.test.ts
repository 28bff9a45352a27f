import { expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

/** A name of this machine that browsers do not treat as local, so features that require TLS are missing. */
const host = 'fanion.internal'

it('served to other machines without TLS, the UI edits, tells, copies and takes back as it does with it', async () => {
  const { url } = await testServer()
  const browser = await aChromium(`--host-resolver-rules=MAP ${host} 127.0.0.1`)
  const owner = await anOwner(url, 'shop')
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
  const { page, outside } = await aVisitor(browser, url.replace('127.0.0.1', host), owner)
  await page.goto('/p/shop/flags/checkout')
  expect(await page.evaluate(() => globalThis.isSecureContext)).toBe(false)

  await page.getByPlaceholder(/country is/).fill('country is NO → on')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  const document = async () => {
    const { heads } = await owner.api.flags.get.query({ project: 'shop', flag: 'checkout' })
    return heads['development']?.document
  }
  await expect.poll(async () => (await document())?.rules.length).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await document())?.rules.length).toBe(0)

  await page.getByRole('button', { name: 'checkout', exact: true }).click()
  await page.goto('/p/shop/flags')
  const filter = page.getByRole('searchbox').or(page.getByPlaceholder(/^Filter/))
  await filter.first().click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect.poll(() => filter.first().inputValue()).toBe('checkout')
  expect(outside).toEqual([])
})
