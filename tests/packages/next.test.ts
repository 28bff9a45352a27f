import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../sdk/installed.ts'
import { aChromium } from '../support/chromium.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type Listening, startListening } from '../support/listening.ts'
import { tools } from '../support/tool.ts'
import { aShop, type Shop } from './shop.ts'

const run = promisify(execFile)
const packagesOf = (next: string) => [
  ...[`next@${next}`, 'react@19.3.1', 'react-dom@19.3.1', 'flags@4.3.1', 'typescript@6.0.3'],
  ...['@types/node@24', '@types/react@19'],
]

/**
 * The newest major version. `NEXT=15 npm test -- --project db tests/packages/next.test.ts` tests the previous one, and
 * `NEXT=15,16` tests both.
 */
const versions: Readonly<Record<string, string>> = { 15: '15.5.29', 16: '16.4.6' }
const majors = (process.env['NEXT'] ?? '16').split(',')

const alone = `import { createFanion } from '@fanion/sdk/node'
import { flags } from '../../flags'

export default async function Alone() {
  const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
  await fanion.ready()
  return <p>alone: {String(fanion.flags.checkout())}</p>
}
`

let shop: Shop
let browser: Browser
beforeAll(async () => {
  shop = await aShop()
  browser = await aChromium()
})

// the tests depend on each other: build, serve, follow changes
describe('the guide', { shuffle: false }, () => {
  describe.each(majors)('examples/next, with Next.js %s', { timeout: 300_000 }, (major) => {
    let folder: string
    beforeAll(async () => {
      folder = await aFolder('next')
    })
    let built: string
    let site: Listening
    const env = () => ({
      ...shop.env,
      FLAGS_SECRET: 's'.repeat(43),
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    })
    const next = () => path.join(folder, 'node_modules/next/dist/bin/next')
    const textOf = async (address: string, visitor = 'user-1') => {
      const response = await fetch(`${site.url}${address}`, { headers: { cookie: `visitor=${visitor}` } })
      // React marks the start of text nodes
      return (await response.text()).replaceAll('<!-- -->', '')
    }

    it('builds, although a layout awaits the server and its stream never ends', async (test) => {
      await shop.turn(true)
      const modules = await tools(test, ...packagesOf(versions[major] ?? major))
      await cp(path.join(root, 'examples/next'), folder, { recursive: true })
      await shop.install(folder, modules)
      // file name and runtime before Next.js 16
      if (major === '15') {
        const proxy = await readFile(path.join(folder, 'proxy.ts'), 'utf8')
        await writeFile(
          path.join(folder, 'middleware.ts'),
          proxy.replace('config = {', "config = { runtime: 'nodejs',"),
        )
        await rm(path.join(folder, 'proxy.ts'))
      }
      // the most difficult build: an SDK client that is created while a static page is rendered, and never closed
      await mkdir(path.join(folder, 'app/alone'))
      await writeFile(path.join(folder, 'app/alone/page.tsx'), alone)
      const variables = { ...process.env, ...env() }
      const { stdout, stderr } = await run(process.execPath, [next(), 'build'], { cwd: folder, env: variables })
      built = stdout + stderr
      // Next.js reports this if a page took a minute
      expect(built).not.toMatch(/attempt \d of|60 seconds/)
      for (const page of ['about', 'alone']) {
        const html = await readFile(path.join(folder, `.next/server/app/${page}.html`), 'utf8')
        expect(html.replaceAll('<!-- -->', '')).toContain(`${page}: true`)
      }
    })

    it('serves each visitor a page that is right before any script, keeps it so, and follows a publish', async () => {
      const port = await freePort()
      const start = [process.execPath, next(), 'start', '--port', String(port), '--hostname', '127.0.0.1'] as const
      site = await startListening(start, { cwd: folder, env: env(), port })
      expect(await textOf('/')).toMatch(/on the server: true.*checkout: true/)
      expect(await textOf('/', 'user-2')).toMatch(/on the server: false.*checkout: false/)
      const tab = await browser.newPage()
      const faults: string[] = []
      tab.on('pageerror', (error) => faults.push(error.message))
      tab.on('console', (message) => {
        // the browser requests an icon that the application does not have
        const isIcon = message.location().url.endsWith('/favicon.ico')
        if (message.type() === 'error' && !isIcon) faults.push(message.text())
      })
      // records everything that the page displayed
      await tab.addInitScript(() => {
        const shown: string[] = []
        Object.assign(window, { shown })
        const note = () => {
          const text = document.querySelector('#checkout')?.textContent
          if (text && text !== shown.at(-1)) shown.push(text)
        }
        new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
      })
      const streams = tab.waitForRequest(/\/ofrep\/v1\/stream/)
      await tab.goto(site.url)
      await streams
      const shown = () => tab.evaluate(() => (window as unknown as { shown: string[] }).shown)
      expect(await shown()).toEqual(['checkout: true'])
      await shop.turn(false)
      await tab.getByText('checkout: false').waitFor()
      expect(await shown()).toEqual(['checkout: true', 'checkout: false'])
      expect(faults).toEqual([])
      await tab.close()
      await expect.poll(() => textOf('/')).toMatch(/on the server: false.*checkout: false/)
    })

    it('chooses a page in its proxy, and a precomputed one by the flags of Vercel', async () => {
      await shop.turn(true)
      await expect.poll(() => textOf('/shop')).toContain('shop: new')
      expect(await textOf('/shop', 'user-2')).toContain('shop: old')
      expect(await textOf('/offer')).toContain('offer: true')
      expect(await textOf('/offer', 'user-2')).toContain('offer: false')
      await shop.turn(false)
      await expect.poll(() => textOf('/shop')).toContain('shop: old')
      await expect.poll(() => textOf('/offer')).toContain('offer: false')
      const permutations = built.match(/\/offer\/\S+/g) ?? []
      expect(permutations.length).toBeGreaterThanOrEqual(2)
    })

    it('makes a static page anew after a publish, and needs one client for pages and proxy', async () => {
      await expect.poll(() => textOf('/about')).toContain('about: false')
      expect(site.said()).not.toMatch(/fanion:|error/i)
    })
  })
})
