import { connect } from 'node:http2'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { nginxPath, startNginx } from '../support/nginx.ts'
import { aWorld, type World } from './world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await aWorld({ FANION_TRUST_PROXY: '1' })
  browser = await aChromium()
})

/** The HTTPS URL of the guide's nginx in front of the server. Skips the test if it is not available. */
const behindNginx = async (skip: (why: string) => void) => {
  const port = Number(new URL(world.url).port)
  const { secureUrl } = await startNginx([port, port, port])
  if (secureUrl === null) skip('there is no openssl here to make a certificate')
  return secureUrl ?? ''
}

describe.skipIf(!nginxPath)(`the nginx of the guide by TLS${nginxPath ? '' : ' (there is no nginx here)'}`, () => {
  it('carries the streams of twenty programs over one connection, and every publish to each', async ({ skip }) => {
    const url = await behindNginx(skip)
    const session = connect(url, { rejectUnauthorized: false })
    await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject))
    expect(session.alpnProtocol).toBe('h2')
    const streams = Array.from({ length: 20 }, () => {
      const stream = session.request({ ':path': '/sdk/v1/stream', ...world.bearer })
      const heard = { text: '' }
      stream.setEncoding('utf8').on('data', (text) => {
        heard.text += text
      })
      return heard
    })
    const every = async (event: string) => {
      await expect.poll(() => streams.every(({ text }) => text.includes(event))).toBe(true)
    }
    await every('event: datafile')
    await world.turn(false)
    await every('event: patch')
    session.destroy()
  })

  it('lets a page hold more streams at once than the six of HTTP/1.1', async ({ skip }) => {
    const url = await behindNginx(skip)
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await page.goto(`${url}/healthz`)
    const opened = await page.evaluate(async (key) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify({ context: {} }) }
      const answer = await (await fetch('/ofrep/v1/evaluate/flags', request)).json()
      // FANION_PUBLIC_URL would be nginx's URL, which the test server cannot know.
      const { pathname, search } = new URL(answer.eventStreams[0].url)
      const open = () =>
        new Promise<boolean>((resolve) => {
          const source = new EventSource(pathname + search)
          source.onopen = () => resolve(true)
          source.onerror = () => resolve(false)
        })
      const all = await Promise.all(Array.from({ length: 12 }, open))
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { open: all.filter((one) => one).length, protocol: navigation?.nextHopProtocol }
    }, world.clientKey.text)
    expect(opened).toEqual({ open: 12, protocol: 'h2' })
    await page.context().close()
  })
})
