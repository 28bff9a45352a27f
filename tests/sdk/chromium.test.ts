import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/browser/index.ts'
import { FanionProvider, useFanionStatus, useFlag, useFlagDetails } from '../../src/client/sdk/react/index.ts'
import { aChromium } from '../support/chromium.ts'
import { clientKey, OfrepServer } from './ofrep-server.ts'
import { hydrated, page, several, suspended } from './page-scripts.ts'

const root = path.resolve(import.meta.dirname, '../..')

const on = { key: 'checkout', value: true, reason: 'STATIC', variant: 'on' }
const off = { key: 'checkout', value: false, reason: 'DISABLED', variant: 'off' }
const hero = { key: 'hero', value: 'compact', reason: 'STATIC', variant: 'compact' }

const bundle = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

let browser: Browser
const scripts: Record<string, string> = {}
beforeAll(async () => {
  browser = await aChromium()
  scripts['/page.js'] = await bundle(page)
  scripts['/several.js'] = await bundle(several)
  scripts['/suspended.js'] = await bundle(suspended)
  scripts['/hydrated.js'] = await bundle(hydrated)
})

let server: OfrepServer
let tab: Page
beforeEach(async () => {
  server = await new OfrepServer(() => [on, hero]).start()
  tab = await (await browser.newContext()).newPage()
})
afterEach(async () => {
  await tab.context().close()
  await server.stop()
})

/** Serves a page with a script, and opens it. */
const open = async (script: string, body = '') => {
  server.intercept = ({ url, method }, response) => {
    if (method !== 'GET' || url === '/stream') return false
    const text = scripts[url ?? ''] ?? `<!doctype html><body>${body}<script src="${script}"></script>`
    response.writeHead(200, { 'content-type': url?.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(text)
    return true
  }
  await tab.goto(server.url)
}
const shows = (id: string, text: string) =>
  tab.waitForFunction(([at, wanted]) => document.getElementById(at ?? '')?.textContent === wanted, [id, text])
// Returns what the page's script left on its window.
const left = <T>(name: string) =>
  tab.evaluate((key) => (window as unknown as Record<string, unknown>)[key], name) as Promise<T>

describe('in Chromium', () => {
  it('a part draws the value of its flag, and again only when that value changes', async () => {
    await open('/page.js')
    await shows('checkout', 'true')
    await shows('hero', 'compact')
    await expect.poll(() => server.streams.size).toBe(1)
    const before = await left<{ checkout: number; hero: number }>('drawn')
    server.evaluate = () => [off, hero]
    server.tell()
    await shows('checkout', 'false')
    const after = await left<{ checkout: number; hero: number }>('drawn')
    expect(after).toEqual({ checkout: before.checkout + 1, hero: before.hero })
    expect(await left('faults')).toEqual([])
  })

  it('twelve tabs share one stream: all are ready, all follow a publish, also when the one that holds it is closed', async () => {
    await open('/page.js')
    const others = Array.from({ length: 11 }, () => tab.context().newPage())
    const tabs = [tab, ...(await Promise.all(others))]
    for (const one of tabs.slice(1)) await one.goto(server.url)
    const all = (left: readonly Page[], text: string) =>
      Promise.all(
        left.map((one) =>
          one.waitForFunction((wanted) => document.getElementById('checkout')?.textContent === wanted, text),
        ),
      )
    await all(tabs, 'true')
    await expect.poll(() => server.streams.size).toBe(1)
    server.evaluate = () => [off, hero]
    server.tell()
    await all(tabs, 'false')
    // The first tab has the lock. A publish between its end and the next stream must not be missed.
    await tabs[0]?.close()
    server.evaluate = () => [on, hero]
    server.tell()
    await all(tabs.slice(1), 'true')
    await expect.poll(() => server.streams.size).toBe(1)
    await Promise.all(tabs.slice(1, 6).map((one) => one.close()))
    await expect.poll(() => server.streams.size).toBe(1)
    server.evaluate = () => [off, hero]
    server.tell()
    await all(tabs.slice(6), 'false')
  })

  it('a page in a sandboxed frame, which may share nothing, follows by a stream of its own', async () => {
    await open('/page.js')
    await expect.poll(() => server.streams.size).toBe(1)
    await tab.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.src = '/'
      document.body.append(frame)
    })
    await expect.poll(() => server.streams.size).toBe(2)
    const within = tab.frames().at(-1)
    await within?.waitForFunction(() => document.getElementById('checkout')?.textContent === 'true')
    server.evaluate = () => [off, hero]
    server.tell()
    await within?.waitForFunction(() => document.getElementById('checkout')?.textContent === 'false')
  })

  it('a tab that hangs loses the stream to another, and waits its turn when it runs again', async () => {
    await open('/page.js')
    await shows('checkout', 'true')
    await expect.poll(() => server.streams.size).toBe(1)
    const other = await tab.context().newPage()
    // Only in this tab, long timers can be made to fire.
    await other.addInitScript(() => {
      const set = window.setTimeout.bind(window)
      const clear = window.clearTimeout.bind(window)
      const long = new Map<unknown, () => void>()
      const later = () => {
        for (const [timer, act] of [...long]) {
          window.clearTimeout(timer as number)
          act()
        }
      }
      const setTimeout = (act: () => void, ms: number) => {
        const timer = set(act, ms)
        if (ms >= 20_000) long.set(timer, act)
        return timer
      }
      const clearTimeout = (timer: number) => {
        long.delete(timer)
        clear(timer)
      }
      Object.assign(window, { setTimeout, clearTimeout, later })
    })
    await other.goto(server.url)
    const showsIn = (one: Page, text: string) =>
      one.waitForFunction((wanted) => document.getElementById('checkout')?.textContent === wanted, text)
    await showsIn(other, 'true')
    expect(server.streams.size).toBe(1)
    // The first tab is paused while it has the lock: its timers do not run, and its stream stays open.
    const inspector = await tab.context().newCDPSession(tab)
    await inspector.send('Debugger.enable')
    const stands = new Promise((resolve) => inspector.once('Debugger.paused', resolve))
    await inspector.send('Debugger.pause')
    const runsAgain = tab.evaluate(() => true)
    await stands
    await other.evaluate(() => (window as unknown as { later: () => void }).later())
    await expect.poll(() => server.streams.size).toBe(2)
    server.evaluate = () => [off, hero]
    server.tell()
    await showsIn(other, 'false')
    await inspector.send('Debugger.resume')
    expect(await runsAgain).toBe(true)
    await expect.poll(() => server.streams.size).toBe(1)
    await showsIn(tab, 'false')
    server.evaluate = () => [on, hero]
    server.tell()
    await showsIn(tab, 'true')
    await showsIn(other, 'true')
  })

  it('several providers each have their own context, status and details', async () => {
    server.evaluate = ({ targetingKey }) =>
      targetingKey === 'one' ? [on, hero] : [on, { ...hero, value: 'classic', variant: String(targetingKey) }]
    await open('/several.js')
    await shows('one', 'compact compact ready')
    await shows('two', 'classic two ready')
    await tab.click('#one')
    await shows('one', 'classic one-anew ready')
    await shows('two', 'classic two ready')
    expect(await left('faults')).toEqual([])
    expect(await tab.evaluate(() => localStorage.length)).toBe(0)
  })

  it('a part that suspends waits for the first answer, and for no longer than ready does', async () => {
    await open('/suspended.js')
    await shows('hero', 'compact')
    const serve = server.intercept
    const waiting: ServerResponse[] = []
    let isHeld = true
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ flags: [hero] }))
    server.intercept = (request, response) => {
      if (serve(request, response)) return true
      if (request.method !== 'POST') response.destroy()
      else if (isHeld) waiting.push(response)
      else answer(response)
      return true
    }
    await tab.evaluate(() => localStorage.clear())
    await tab.reload()
    await shows('wait', 'wait')
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    expect(await tab.locator('#hero').count()).toBe(0)
    isHeld = false
    for (const response of waiting.splice(0)) answer(response)
    await shows('hero', 'compact')
    isHeld = true
    // A server that never responds.
    await tab.evaluate(() => localStorage.clear())
    await tab.reload()
    await shows('wait', 'wait')
    await shows('hero', 'classic')
    expect(await left('faults')).toEqual([])
  })

  it('the last answers are drawn at the next visit while the server is away', async () => {
    await open('/page.js')
    await shows('hero', 'compact')
    const serve = server.intercept
    server.intercept = (request, response) => {
      if (serve(request, response)) return true
      response.destroy()
      return true
    }
    await tab.reload()
    await shows('hero', 'compact')
    await shows('checkout', 'true')
    expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toContain('user-1')
  })

  it('the page of a server that hands over its answers is taken over without a difference', async () => {
    const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
    const answers = { flags: [on] }
    const rendering = createFanion({ url: server.url, key: clientKey, flags, answers })
    const Checkout = () => createElement('p', { id: 'checkout' }, String(useFlag(flags.checkout)))
    const Stands = () =>
      createElement('p', { id: 'stands' }, `${useFlagDetails(flags.checkout).variant}, ${useFanionStatus().state}`)
    const parts = [Checkout, Stands].map((part) => createElement(part, { key: part.name }))
    const html = renderToString(createElement(FanionProvider, { fanion: rendering }, parts))
    expect(html).toBe('<p id="checkout">true</p><p id="stands">on, stale</p>')
    server.evaluate = () => [off]
    await open('/hydrated.js', `<main>${html}</main><script>window.answers = ${JSON.stringify(answers)}</script>`)
    await shows('checkout', 'false')
    await shows('stands', 'off, ready')
    await expect.poll(() => server.streams.size).toBe(1)
    server.evaluate = () => [on]
    server.tell()
    await shows('checkout', 'true')
    expect(await left('faults')).toEqual([])
  })
})
