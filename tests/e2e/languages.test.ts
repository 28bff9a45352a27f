import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalogued, sourceLocale } from '../../scripts/messages/catalogue.ts'
import { aChromium } from '../support/chromium.ts'
import { drawsMore } from '../support/seed.ts'
import { type anOwner, testServer } from '../support/server.ts'
import { anOwnerOfShop, screens } from './in-another-language.ts'
import { clippedTexts } from './matrix/clipped.ts'
import { desk, flaws, go, laidOut, phone } from './matrix/look.ts'
import { aVisitor, sideways } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  ;({ url } = await testServer())
  owner = await anOwnerOfShop(url)
  browser = await aChromium()
})

afterEach(async () => {
  await owner.api.account.chooseLocale.mutate({ locale: null })
})

/** The owner's page in its own browser context. */
const aPage = async (): Promise<Page> => (await aVisitor(browser, url, owner)).page

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

describe('a language', () => {
  const others = catalogued().filter((locale) => locale !== sourceLocale)
  // German texts are the longest, so German and the pseudo-locale get all screens, and the other languages take turns.
  // With FANION_DRAWS each gets all.
  const seenIn = (locale: string) =>
    screens.filter((_, at) => drawsMore || locale === 'de' || at % 3 === others.indexOf(locale) % 3)

  it.each(others)('%s has room on its screens', async (locale) => {
    const page = await aPage()
    await page.context().addCookies([{ name: 'fanion-locale', value: locale, url }])
    await page.goto('/me/appearance')
    expect(await languageOf(page)).toBe(locale)
    for (const [at, address] of seenIn(locale).entries()) {
      await go(page, address)
      // The other rules of axe give the same result in every language, and German texts are the longest.
      const found = locale === 'de' ? await flaws(page, [at % 2 === 0 ? desk : phone]) : []
      await page.setViewportSize({ width: phone.width, height: 900 })
      await laidOut(page)
      const [beyond, cut] = [Math.max(0, await sideways(page)), await clippedTexts(page, 0)]
      expect({ address, found, beyond, cut }).toEqual({ address, found: [], beyond: 0, cut: [] })
    }
    await page.context().close()
  })

  it('is chosen in one click, and is that of the account: another browser takes it over', async () => {
    const [page, other] = [await aPage(), await aPage()]
    await page.goto('/me/appearance')
    await page.getByRole('radio', { name: 'Español' }).click()
    await expect.poll(() => languageOf(page)).toBe('es')
    await other.goto('/me/appearance')
    await expect.poll(() => languageOf(other)).toBe('es')
    await expect.poll(() => other.getByRole('radio', { name: 'Español' }).isChecked()).toBe(true)
    await page.context().close()
    await other.context().close()
  })

  it('has the rules that are read, and none of those that are typed', async () => {
    const page = await aPage()
    await page.context().addCookies([{ name: 'fanion-locale', value: 'de', url }])
    await page.goto('/p/shop/flags/hero')
    await page.getByText('nicht in Segment').first().waitFor()
    expect(await page.getByPlaceholder('country is NO, DE → on for 25%').count()).toBe(1)
    await page.context().close()
  })

  it('has the server’s refusals', async () => {
    const page = await aPage()
    await page.context().addCookies([{ name: 'fanion-locale', value: 'de', url }])
    await page.goto('/p/shop/flags?new=true')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('Hero')
    await page.keyboard.press('Enter')
    const said = dialog.getByText('Ein anderes Flag verwendet diesen Schlüssel schon.')
    await expect.poll(() => said.count()).toBe(1)
    await page.context().close()
  })
})
