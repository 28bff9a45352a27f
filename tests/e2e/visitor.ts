import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import type { anOwner } from '../support/server.ts'

// the package is CommonJS and exports its class by name
const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright') as typeof import('@axe-core/playwright')

/** Opens the UI as someone who is signed in already; `outside` collects every request that leaves the server. */
export async function aVisitor(
  browser: Browser,
  url: string,
  owner: Awaited<ReturnType<typeof anOwner>>,
): Promise<{ page: Page; outside: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    baseURL: url,
  })
  const [name = '', value = ''] = owner.cookie().split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  page.on('pageerror', (error) => outside.push(`fault in the page: ${error.message}`))
  return { page, outside }
}

/** What axe finds wrong, as `rule: where`. */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** By how many pixels the page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number }

const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 400 },
  { colorScheme: 'light', width: 400 },
]

/** Both colour schemes and both widths, each once: for screens made of pieces that are looked at elsewhere, too. */
export const twoLooks: readonly Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 400 },
]

/** Everything wrong with what is on the page, in both colour schemes and two widths. */
export const flaws = async (page: Page, seen: readonly Look[] = looks): Promise<string[]> => {
  const found: string[] = []
  for (const { colorScheme, width } of seen) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const here = `${colorScheme}, ${width} px`
    found.push(...(await axe(page)).map((flaw) => `${here}: ${flaw}`))
    const beyond = await sideways(page)
    if (beyond > 0) found.push(`${here}: ${beyond} px wider than the window`)
  }
  return found
}
