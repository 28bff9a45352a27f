import { type Browser, chromium, type Page } from 'playwright-core'
import { findTestChromium } from '../../scripts/chromium.mjs'
import { atFileEnd } from './file-end.ts'

/** Timeout for pages: an upper bound for what never happens, as in vitest.config.ts. */
const patienceMs = 60_000

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Open pages, so that failures can report their content. */
export const openPages = new Set<Page>()

/** Launches Chromium for this file. `args` are command line switches. */
export async function aChromium(...args: string[]): Promise<Browser> {
  const executablePath = findTestChromium()
  if (!executablePath) throw new Error('no Chromium found: run the tests with `npm test`, which finds or installs one')
  const browser = await chromium.launch({ executablePath, args: [...quiet, ...args] })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patienceMs)
    context.on('page', (page) => {
      openPages.add(page)
      page.once('close', () => openPages.delete(page))
    })
    return context
  }
  atFileEnd('processes', () => browser.close())
  return browser
}
