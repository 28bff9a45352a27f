import { describe, expect, it } from 'vitest'
import { aVisitor } from '../visitor.ts'
import { browser, count, flag, goOnWith, head, owner, page, url } from './flag-at-hand.ts'

describe('the flag list', () => {
  it('shows in one tab what another switches, within a second', async () => {
    const { page: other } = await aVisitor(browser, url, owner)
    await other.goto('/p/shop/flags')
    const seen = other.getByRole('switch', { name: `Flag ${count} in Development` })
    await seen.waitFor()
    await page.goto('/p/shop/flags')
    await page.getByRole('switch', { name: `Flag ${count} in Development` }).click()
    await expect.poll(() => seen.isChecked()).toBe(false)
    await other.context().close()
  })

  it('moves a switch back where it stands when the server refuses, and offers another try', async () => {
    await page.goto('/p/shop/flags')
    await page.route(/\/trpc\/[^?]*flags\.switch/, (route) => route.abort(), { times: 1 })
    const own = page.getByRole('switch', { name: `Flag ${count} in Staging` })
    await own.click()
    await page.getByText('Couldn’t save.').waitFor()
    expect(await own.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText(`${flag} is on in Staging`).first().waitFor()
    await expect.poll(async () => (await head('staging')).document.on).toBe(true)
  })

  it('creates a flag in three interactions, on in development', async () => {
    await page.goto('/p/shop/flags')
    await page.getByRole('switch').first().waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(`Quick one ${count}`)
    await page.keyboard.press('Enter')
    await page.getByText(`quick-one-${count} is on in Development.`).waitFor()
    goOnWith(`quick-one-${count}`)
    expect((await head('development')).document.on).toBe(true)
  })

  it('keeps the filter in the address', async () => {
    await page.goto('/p/shop/flags')
    await page.getByRole('switch').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(flag)
    await page.waitForURL(`**/flags?q=${flag}`)
    await page.reload()
    await page.getByText('1 flag', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Filter flags' }).inputValue()).toBe(flag)
  })
})
