import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { clientKey, OfrepServer } from './ofrep-server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A page that displays its flags, has its own shortcut, and loads the toolbar if its URL says so. */
const page = `
import { createFanion, defineFlags, objectFlag } from './src/client/sdk/browser/index.ts'
const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  perMinute: { type: 'number', default: 60, key: 'per-minute' },
  limits: objectFlag({ most: 3 }),
  banner: { type: 'string', default: '' },
  gone: { type: 'boolean', default: true },
  search: { type: 'boolean', default: false },
  menu: { type: 'boolean', default: false },
})
const fanion = createFanion({ url: location.origin, key: '${clientKey}', flags, context: { targetingKey: 'user-1' } })
window.fanion = fanion
// taken before there is a toolbar, as programs do
const { checkout, hero, limits } = fanion.flags
const show = () => {
  document.querySelector('#shown').textContent = [checkout(), hero(), fanion.flags.perMinute(), limits().most].join(' ')
}
fanion.on('change', show)
show()
window.pressed = []
addEventListener('keydown', ({ key }) => window.pressed.push(key))
window.toolbar = async (options = { project: location.origin + '/p/shop/' }) => {
  const { showToolbar } = await import('./src/client/sdk/toolbar/index.ts')
  window.hide = showToolbar(fanion, flags, options)
}
if (location.search === '?toolbar') void window.toolbar()
`
const html = `<!doctype html><html lang="en"><title>Shop</title>
<main><h1>Shop</h1><p id="shown"></p></main><script type="module" src="/stdin.js"></script>`
// The strictest possible content security policy.
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

const answers = [
  // The server's answer over OFREP, which has no standard reason for this.
  {
    ...{ key: 'checkout', value: false, reason: 'UNKNOWN', variant: 'off' },
    metadata: { reason: 'DEFAULT', warning: 'TARGETING_KEY_MISSING' } as const,
  },
  { key: 'hero', value: 'compact', reason: 'TARGETING_MATCH', variant: 'compact' },
  { key: 'per-minute', value: 30, reason: 'STATIC', variant: 'low' },
  { key: 'limits', value: { most: 5 }, reason: 'SPLIT', variant: 'more' },
  { key: 'banner', value: '<img src=x onerror=alert(1)>', reason: 'STATIC', variant: 'wide' },
  { key: 'search', reason: 'DISABLED' },
  { key: 'menu', value: 'yes', reason: 'STATIC', variant: 'yes' },
]

let browser: Browser
let server: OfrepServer
const scripts = new Map<string, string>()
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: root },
    ...{ bundle: true, splitting: true, format: 'esm', write: false, outdir: 'bundle' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  for (const { path: file, text } of outputFiles) scripts.set(`/${path.basename(file)}`, text)
  browser = await aChromium()
  server = await new OfrepServer(() => answers).start()
})
afterAll(() => server.stop())

let asked: string[]
beforeEach(() => {
  asked = []
  server.evaluate = () => answers
  server.reports.splice(0)
  server.intercept = ({ url = '/', method }, response) => {
    if (method !== 'GET' || url === '/stream') return false
    asked.push(url)
    const script = scripts.get(url)
    response.writeHead(200, {
      'content-type': script === undefined ? 'text/html' : 'text/javascript',
      'content-security-policy': policy,
    })
    response.end(script ?? html)
    return true
  }
})

/** Opens the page in its own browser context, and collects its errors. */
const aTab = async (address = '/?toolbar', options: Parameters<Browser['newContext']>[0] = {}) => {
  const tab = await (await browser.newContext(options)).newPage()
  const faults: string[] = []
  tab.on('pageerror', ({ message }) => faults.push(message))
  tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await tab.goto(server.url + address)
  await shows(tab, 'false compact 30 5')
  return { tab, faults, close: () => tab.context().close() }
}
const shows = (tab: Page, text: string) => tab.locator('#shown', { hasText: new RegExp(`^${text}$`) }).waitFor()
const opened = async (tab: Page) => tab.getByRole('button', { name: 'Flags' }).click()
const rowOf = (tab: Page, key: string) => tab.getByRole('listitem').filter({ has: tab.getByText(key, { exact: true }) })
const pressed = (tab: Page) => tab.evaluate(() => (window as unknown as { pressed: string[] }).pressed)
const toolbar = (tab: Page, options?: object) =>
  tab.evaluate((given) => (window as unknown as { toolbar: (o?: object) => Promise<void> }).toolbar(given), options)

describe('the toolbar', () => {
  it('costs a page that does not ask for it nothing', async () => {
    const { tab, faults, close } = await aTab('/')
    expect(asked.some((url) => scripts.get(url)?.includes('fanion-toolbar'))).toBe(false)
    expect(await tab.locator('fanion-toolbar').count()).toBe(0)
    await toolbar(tab)
    expect(asked.some((url) => scripts.get(url)?.includes('fanion-toolbar'))).toBe(true)
    await tab.getByRole('button', { name: 'Flags' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows each flag with its value and why, whatever the server answered', async () => {
    const { tab, faults, close } = await aTab()
    await opened(tab)
    const texts: Record<string, string> = {
      checkout: 'false off, no rule matches, a split was passed over: there is no targeting key',
      hero: 'compact compact, a rule matches',
      'per-minute': '30 low, the same for everyone',
      limits: '{"most":5} more, by a split',
      banner: '<img src=x onerror=alert(1)> wide, the same for everyone',
      gone: "true the page's default: the server gives pages no such flag",
      search: "false the page's default: the flag is off",
      menu: "false the page's default: yes is not declared",
    }
    for (const [key, text] of Object.entries(texts)) {
      const parts = rowOf(tab, key).locator('.value, .why')
      expect((await parts.allTextContents()).join(' ')).toBe(text)
    }
    await tab.getByText('Connected').waitFor()
    expect(await rowOf(tab, 'hero').getByRole('link').getAttribute('href')).toBe(`${server.url}/p/shop/flags/hero`)
    await tab.getByText('Context', { exact: true }).click()
    await tab.getByText('"targetingKey": "user-1"').waitFor()
    await tab.getByRole('searchbox').fill('HER')
    expect(await tab.getByRole('listitem').count()).toBe(1)
    await tab.getByRole('searchbox').fill('nothing')
    await tab.getByText('No flag has that in its key.').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('lays values over the answers for this tab, over a reload and a publish, and takes them back', async () => {
    const { tab, close } = await aTab()
    await opened(tab)
    await tab.getByLabel('Override checkout').selectOption('true')
    await shows(tab, 'true compact 30 5')
    await tab.getByLabel('Override per-minute').fill('7')
    await tab.getByLabel('Override per-minute').press('Enter')
    await shows(tab, 'true compact 7 5')
    expect(await rowOf(tab, 'checkout').locator('.why').textContent()).toBe(
      'Overridden here; else false (off, no rule matches, a split was passed over: there is no targeting key)',
    )
    const details = await tab.evaluate(() =>
      (
        window as unknown as { fanion: { flags: { checkout: { details: () => object } } } }
      ).fanion.flags.checkout.details(),
    )
    expect(details).toMatchObject({ value: true, reason: 'OVERRIDE', variant: null, errorCode: null })
    await tab.reload()
    await shows(tab, 'true compact 7 5')
    await tab.getByRole('button', { name: 'Flags: 2 overridden' }).click()
    await expect.poll(() => server.streams.size).toBe(1)
    server.evaluate = () => answers.map((one) => (one.key === 'hero' ? { ...one, value: 'classic' } : one))
    server.tell()
    await shows(tab, 'true classic 7 5')
    // Other tabs are not affected.
    const other = await tab.context().newPage()
    await other.goto(`${server.url}/?toolbar`)
    await shows(other, 'false classic 30 5')
    await tab.getByLabel('Override checkout').selectOption('As served')
    await shows(tab, 'false classic 7 5')
    await tab.getByRole('button', { name: 'Clear overrides' }).click()
    await shows(tab, 'false classic 30 5')
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0)
    await close()
  })

  it('takes only values that the page can handle, and says what would be right', async () => {
    const { tab, close } = await aTab()
    await opened(tab)
    for (const [key, text, problem] of [
      ['per-minute', 'seven', 'must be a number'],
      ['limits', '[1]', 'must be an object in JSON'],
    ] as const) {
      const field = tab.getByLabel(`Override ${key}`)
      await field.fill(text)
      await field.press('Enter')
      await rowOf(tab, key).getByText(problem).waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    await shows(tab, 'false compact 30 5')
    const limits = tab.getByLabel('Override limits')
    await limits.fill('{"most":9}')
    await limits.press('Enter')
    await shows(tab, 'false compact 30 9')
    expect(await limits.getAttribute('aria-invalid')).toBe('false')
    // Stored by an older page, or by hand.
    for (const kept of ['{"checkout":"yes","hero":"wide","nope":1,"per-minute":1}', '{', 'null', '7']) {
      await tab.evaluate((text) => sessionStorage.setItem('fanion:overrides', text), kept)
      await tab.reload()
      await shows(tab, kept.includes('per-minute') ? 'false compact 1 5' : 'false compact 30 5')
    }
    await close()
  })

  it('has overridden answers counted nowhere', async () => {
    const { tab, close } = await aTab()
    await opened(tab)
    await tab.getByLabel('Override hero').selectOption('classic')
    await shows(tab, 'false classic 30 5')
    await tab.evaluate(() => (window as unknown as { fanion: { close: () => Promise<void> } }).fanion.close())
    await expect.poll(() => server.reports.length).toBeGreaterThan(0)
    // A slow page may have reported them more than once.
    const counts = new Set(server.reports.flatMap(({ counts }) => counts.map((one) => `${one.flag} ${one.variant}`)))
    // Only the page's own evaluations: the toolbar evaluates all flags without counting.
    expect([...counts].sort()).toEqual(['checkout off', 'hero compact', 'limits more', 'per-minute low'])
    await close()
  })

  it('is worked by the keyboard, whose keys are no shortcuts of the page then', async () => {
    const { tab, close } = await aTab()
    await tab.getByRole('button', { name: 'Flags' }).waitFor()
    await tab.keyboard.press('Tab')
    const before = await pressed(tab)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Feature flags' }).waitFor()
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Tab')
    await tab.keyboard.type('hero')
    expect(await tab.getByRole('searchbox').inputValue()).toBe('hero')
    await tab.keyboard.press('Escape')
    await tab.getByRole('heading', { name: 'Feature flags' }).waitFor({ state: 'hidden' })
    expect(await pressed(tab)).toEqual(before)
    // The focus returns to where it was.
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Feature flags' }).waitFor()
    await close()
  })

  it('goes with its overrides when it is hidden, is there once however often it is shown, and says what is wrong', async () => {
    const { tab, close } = await aTab()
    await opened(tab)
    await tab.getByLabel('Override checkout').selectOption('true')
    await shows(tab, 'true compact 30 5')
    await tab.evaluate(() => (window as unknown as { hide: () => void }).hide())
    await shows(tab, 'false compact 30 5')
    expect(await tab.locator('fanion-toolbar').count()).toBe(0)
    await toolbar(tab, { side: 'left' })
    await toolbar(tab)
    await shows(tab, 'true compact 30 5')
    expect(await tab.locator('fanion-toolbar').count()).toBe(1)
    await expect(toolbar(tab, { project: 'javascript:alert(1)' })).rejects.toThrow(/showToolbar: project must be/)
    await close()
  })

  it.each([
    ['light', 1440, 900],
    ['dark', 1024, 768],
    ['light', 390, 844],
  ] as const)('%s, %i wide: axe finds nothing, and it fits', async (colorScheme, width, height) => {
    const { tab, faults, close } = await aTab('/?toolbar', {
      colorScheme,
      viewport: { width, height },
      bypassCSP: true,
    })
    await opened(tab)
    await tab.getByLabel('Override checkout').selectOption('true')
    await tab.getByText('Context', { exact: true }).click()
    await tab.getByLabel('Override per-minute').fill('seven')
    await tab.getByLabel('Override per-minute').press('Enter')
    const { violations } = await new AxeBuilder({ page: tab }).analyze()
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
    const box = await tab.locator('.panel').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    const folder = process.env['FANION_PICTURES']
    if (folder) await tab.screenshot({ path: path.join(folder, `toolbar-${colorScheme}-${width}.png`) })
    expect(faults).toEqual([])
    await close()
  })
})
