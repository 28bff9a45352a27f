import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageClient } from '../../src/client/sdk/browser/client.ts'
import { openEventSource } from '../../src/client/sdk/browser/page-platform.ts'
import type { Change } from '../../src/client/sdk/core/status.ts'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { anOwner, testServer } from '../support/server.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const closing: (() => Promise<unknown>)[] = []
let server: Awaited<ReturnType<typeof testServer>>['server']
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let serverKey: string
let clientKey: string
beforeAll(async () => {
  ;({ server, url } = await testServer())
  owner = await anOwner(url)
  const { api, project } = owner
  const at = { project, environment: 'development' }
  serverKey = (await api.keys.create.mutate({ ...at, kind: 'server', name: 'program' })).text
  clientKey = (await api.keys.create.mutate({ ...at, kind: 'client', name: 'page' })).text
  const flag = { project, key: 'checkout', name: 'Checkout', onIn: ['development'], visibleToClients: true }
  await api.flags.create.mutate(flag)
})
afterAll(() => Promise.all(closing.map((close) => close())))

const aProgram = () => {
  const fanion = createFanion({ url, key: serverKey, flags })
  closing.push(fanion.close)
  return fanion
}

/** A page simulated in Node: with a real network and real event streams, but without storage. */
const aPage = () => {
  const node = nodePlatform(globalThis.fetch, undefined)
  const platform = {
    ...node,
    // The Node library's event source has everything used of a page's.
    listen: (address: string, listener: Parameters<typeof openEventSource>[2]) =>
      openEventSource(EventSource as unknown as typeof globalThis.EventSource, address, listener, node.startTimer),
    recall: () => null,
    keep: () => {},
    onVisibility: () => () => {},
  }
  const fanion = createPageClient(platform, { url, key: clientKey, flags, context: { targetingKey: 'user-1' } }, true)
  closing.push(fanion.close)
  return fanion
}

const turn = async (on: boolean) => {
  const { api, project } = owner
  const base = (await api.flags.get.query({ project, flag: 'checkout' })).heads['development']?.revision ?? 0
  await api.flags.switch.mutate({ project, environment: 'development', flag: 'checkout', on, base })
}

describe('the client library on the real server', () => {
  it('follows every publish in a program, each patch with the digest that it promises', async () => {
    const fanion = aProgram()
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout({ targetingKey: 'user-1' })).toBe(true)
    const changes: Change[] = []
    const faults: unknown[] = []
    fanion.on('change', (change) => changes.push(change))
    fanion.on('error', (fault) => faults.push(fault))
    const first = fanion.status.revision ?? 0
    for (const on of [false, true, false, true]) await turn(on)
    await expect.poll(() => fanion.status.revision).toBe(first + 4)
    expect(fanion.status).toMatchObject({ state: 'ready', source: 'stream' })
    expect(changes.every(({ keys }) => keys.join() === 'checkout')).toBe(true)
    expect(faults).toEqual([])
  })

  it('follows every publish in a page', async () => {
    const fanion = aPage()
    expect(await fanion.ready()).toEqual({ ready: true, reason: null })
    expect(fanion.flags.checkout()).toBe(true)
    await turn(false)
    await expect.poll(() => fanion.flags.checkout()).toBe(false)
    await turn(true)
    await expect.poll(() => fanion.flags.checkout()).toBe(true)
    expect(fanion.flags.checkout.details()).toMatchObject({ value: true, variant: 'on', reason: 'STATIC' })
  })

  it('has its counts stored, and says nothing of it', async () => {
    const fanion = aProgram()
    const faults: unknown[] = []
    fanion.on('error', (fault) => faults.push(fault))
    await fanion.ready()
    for (let call = 0; call < 3; call += 1) fanion.evaluate({ key: 'counted', type: 'boolean', default: true })
    await fanion.close()
    const { db } = server.services
    const rows = await db.selectFrom('evaluationCount').select('count').where('flag', '=', 'counted').execute()
    expect(rows.map(({ count }) => Number(count))).toEqual([3])
    expect(faults).toEqual([])
  })

  it('hands over what the page then asks for itself', async () => {
    const program = aProgram()
    await program.ready()
    const page = aPage()
    await page.ready()
    const { flags: answers } = program.getBootstrap({ targetingKey: 'user-1' })
    expect(answers).toEqual([{ key: 'checkout', value: true, variant: 'on', reason: 'STATIC' }])
    expect(page.flags.checkout()).toBe(true)
  })

  it('takes a revoked key for final, at once', async () => {
    const { api, project } = owner
    const created = await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'short' })
    const fanion = createFanion({ url, key: created.text, flags, telemetry: false })
    closing.push(fanion.close)
    await fanion.ready()
    fanion.on('error', () => {})
    await api.keys.revoke.mutate({ project, id: created.key.id })
    await expect.poll(() => fanion.status.state).toBe('error')
    expect(fanion.status.reason).toMatch(/401/)
    expect(fanion.flags.checkout()).toBe(true)
  })
})
