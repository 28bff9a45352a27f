import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { pseudoLocale } from '../../scripts/messages/pseudo.ts'
import { aChromium } from '../support/chromium.ts'
import { aFolder } from '../support/folder.ts'
import { testServer } from '../support/server.ts'
import { anOwnerOfShop, screens } from './in-another-language.ts'
import { go, settled } from './matrix/look.ts'
import { aVisitor, sideways } from './visitor.ts'

let page: Page

beforeAll(async () => {
  const { url } = await testServer()
  const owner = await anOwnerOfShop(url)
  ;({ page } = await aVisitor(await aChromium(), url, owner))
  await inPseudoLocale(url)
  await page.goto('/p/shop/flags')
  await settled(page)
})

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Serves the page a pseudo-locale build of the app. Everything else comes from the server. */
const inPseudoLocale = async (url: string) => {
  const built = await aFolder('pseudo')
  const vite = path.resolve('node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--mode', pseudoLocale, '--outDir', built])
  await page.route(`${url}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const [, file] = /^\/locales\/[^/]+\/(.*)$/.exec(pathname) ?? []
    if (route.request().isNavigationRequest()) await route.fulfill({ path: path.join(built, 'index.html') })
    else if (file === undefined) await route.continue()
    else
      await route.fulfill({
        body: await readFile(path.join(built, file)),
        contentType: types[path.extname(file)] ?? 'application/octet-stream',
      })
  })
}

/**
 * Texts that are the same in every language: names chosen by users, and identifiers (types, roles, kinds of keys, rule
 * keywords) that code, tokens and documents use verbatim.
 */
const names = new Set(
  (
    'Fanion A Ada Deutsch country NO SE DK ada@example.com shop Hero hero Staff staff Web Development Staging Production development staging ' +
    'production English Pseudo-Accents boolean string number object server client viewer editor publisher admin owner ' +
    'member user-42 on off true false CSV UTC Ctrl Linux Chrome'
  ).split(' '),
)

/**
 * Texts on the page that are not from the catalogue, whose pseudo-locale texts have no plain vowels. Excludes code,
 * input, times (formatted by the browser) and elements with `translate="no"`.
 */
const uncatalogued = async (): Promise<string[]> => {
  const texts = await page.evaluate(() => {
    const same = 'code, kbd, pre, time, input, textarea, script, style, noscript, [translate=no], [lang]:not(html)'
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() && !node.parentElement.closest(same)) found.push(node.nodeValue ?? '')
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (!one.closest('time, [aria-hidden=true], [translate=no]') && one.checkVisibility())
        for (const name of ['aria-label', 'title', 'placeholder']) found.push(one.getAttribute(name) ?? '')
    return found
  })
  const plain = (text: string) => text.split(/[\s,:()[\]]+/).filter((word) => /^[\w@-]*[aeiou][\w@-]*\.?$/i.test(word))
  return [...new Set(texts.filter((text) => plain(text).some((word) => !names.has(word.replace(/\.$/, '')))))]
}

/** Buttons and links with text that is cut off without an ellipsis. */
const clipped = (): Promise<string[]> =>
  page.locator('button:visible, a:visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const cut = [one, ...one.querySelectorAll('*')].some((part) => {
        const { overflowX, textOverflow } = getComputedStyle(part)
        return (
          overflowX === 'hidden' &&
          textOverflow !== 'ellipsis' &&
          part.clientWidth > 1 &&
          part.scrollWidth > part.clientWidth + 1
        )
      })
      return cut ? [one.textContent] : []
    }),
  )

describe('in the pseudo-locale', () => {
  it.each(screens)('%s says everything by the catalogue, and has room for it', async (address) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await go(page, address)
    await page.getByText('[').first().waitFor()
    expect(await uncatalogued()).toEqual([])
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, beyond: Math.max(0, await sideways(page)), clipped: await clipped() }).toEqual({
        width,
        beyond: 0,
        clipped: [],
      })
    }
  })
})
