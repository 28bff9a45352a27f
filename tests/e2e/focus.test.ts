import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let page: Page

beforeAll(async () => {
  const { url } = await testServer()
  const owner = await anOwner(url, 'shop')
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
  ;({ page } = await aVisitor(await aChromium(), url, owner))
})

beforeEach(async () => {
  await page.goto('/p/shop/flags')
  await page.getByRole('switch', { name: 'Checkout in Production' }).waitFor()
})

/** Accessible name of the focused element, or its text. */
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)

describe('the focus', () => {
  it.each([
    ['the account menu', 'button', /account menu for Ada/, 'Enter'],
    ['the snippets', 'button', 'Other snippets', 'Enter'],
    ['the sheet of a switch', 'switch', 'Checkout in Production', 'Space'],
    ['the panel of a cell', 'button', /in Production: more actions for Checkout/, 'Enter'],
    ['the palette', 'switch', 'Checkout in Development', 'Control+k'],
  ] as const)('goes back to where it was when Escape closes %s', async (_, role, name, key) => {
    const opener = page.getByRole(role, { name })
    await opener.focus()
    const before = await focused()
    await page.keyboard.press(key)
    const layer = page.locator('#layers').locator('[role="dialog"], [role="menu"]').first()
    await layer.waitFor()
    await expect.poll(focused).not.toBe(before)
    await page.keyboard.press('Escape')
    await layer.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(before)
  })
})

describe('who wants less motion', () => {
  it('sees nothing move, in any part of the page and of a sheet', async () => {
    await page.getByRole('switch', { name: 'Checkout in Production' }).click()
    await page.getByRole('dialog').waitFor()
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationDuration, animationName, transitionDuration } = getComputedStyle(element)
          const lasts = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0)
          return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration))
        }).length,
    )
    expect(moving).toBe(0)
  })
})

describe('who has colours of their own', () => {
  it('tells a switch that is on from one that is off', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const look = async (environment: string) => {
      const own = page.getByRole('switch', { name: `Checkout in ${environment}` })
      return (await own.screenshot()).toString('base64')
    }
    expect(await look('Development')).not.toBe(await look('Staging'))
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
