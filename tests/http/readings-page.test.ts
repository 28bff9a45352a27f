import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { aWorld, until, type World } from './world.ts'

/* LaunchDarkly's browser SDK in a real browser, from another origin than the server's. */

let world: World
let page: Page
let publicId: string
beforeAll(async () => {
  world = await aWorld()
  const { api, project } = world
  await api.flags.create.mutate({ project, key: 'page', name: 'Page', onIn: ['development'], visibleToClients: true })
  publicId = (await api.keys.list.query({ project })).find(({ kind }) => kind === 'client')?.publicId ?? ''
  const site = http.createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>shop'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  afterAll(() => site.close())
  // A listening TCP server has an address with a port.
  const { port } = site.address() as AddressInfo
  page = await (await aChromium()).newPage()
  await page.goto(`http://127.0.0.1:${port}`)
  await page.evaluate(readFileSync('node_modules/launchdarkly-js-client-sdk/dist/ldclient.min.js', 'utf8'))
})

/** Starts the SDK in the page. Returns its values of two flags, or why it fails to start. */
const start = (id: string) =>
  page.evaluate(
    async ([id, address]) => {
      const { LDClient } = globalThis as never as {
        LDClient: {
          initialize: (
            id: string,
            user: object,
            options: object,
          ) => {
            waitForInitialization: (s: number) => Promise<void>
            variation: (key: string, other: unknown) => unknown
          }
        }
      }
      const options = {
        baseUrl: address,
        streamUrl: address,
        eventsUrl: address,
        streaming: true,
        flushInterval: 2_000,
      }
      const client = LDClient.initialize(id, { kind: 'user', key: 'u' }, options)
      Object.assign(globalThis, { client })
      try {
        await client.waitForInitialization(10)
      } catch (error) {
        return String(error)
      }
      return [client.variation('page', null), client.variation('checkout', 'default')]
    },
    [id, `${world.url}/launchdarkly`] as const,
  )

const shown = () =>
  page.evaluate(() =>
    (globalThis as never as { client: { variation: (key: string, other: unknown) => unknown } }).client.variation(
      'page',
      null,
    ),
  )

describe('launchdarkly-js-client-sdk', () => {
  it('is answered what its key may see, and follows a publish', async () => {
    expect(await start(publicId)).toEqual([true, 'default'])
    const { api, project, where } = world
    const base =
      (await api.environments.list.query({ project })).find(({ key }) => key === 'development')?.revision ?? 0
    await api.flags.switch.mutate({ ...where, flag: 'page', on: false, base })
    await until(async () => (await shown()) === false, 'off')
  })

  it('is refused with a revoked key', async () => {
    const { api, project, where } = world
    const made = await api.keys.create.mutate({ ...where, kind: 'client', name: 'Revoked' })
    await api.keys.revoke.mutate({ project, id: made.key.id })
    const id = (await api.keys.list.query({ project })).find((key) => key.id === made.key.id)?.publicId ?? ''
    expect(await start(id)).toContain('Error')
  })
})
