import type { Browser, Page } from 'playwright-core'
import type { anOwner } from '../support/server.ts'

/** Opens the UI as a signed-in user. `outside` collects every request to another server. */
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

/** Number of pixels by which the page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
