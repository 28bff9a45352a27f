import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { defineEvents } from '../../src/client/sdk/core/define-events.ts'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { Fault } from '../../src/client/sdk/core/status.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { variantForUnit } from '../../src/server/features/usage/variant-for-unit.ts'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import { aFolder } from '../support/folder.ts'
import { aDatafile, aFlag } from './wire-server.ts'
import { aClient, aServer, hastyPlatform, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false }, plain: { type: 'boolean', default: false } })
const events = defineEvents({
  purchase: { value: true, properties: { plan: ['free', 'gold'], items: 'number' } },
  'search-failed': {},
})
const rule: Rule = {
  id: 'run-17',
  when: true,
  serve: {
    split: {
      point: { salt: 'run-17:arm', by: 'companyId' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  run: 17,
}
const shop = aDatafile(1, [aFlag('checkout', true, { rules: [rule] }), aFlag('plain', true)])
const ada = { targetingKey: 'ada', companyId: 'acme' }

describe('exposures', () => {
  it('are told of measured rules, with the arm that the server computes, each unit once', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    await fanion.ready()
    for (let times = 0; times < 3; times += 1) {
      fanion.flags.checkout(ada)
      fanion.flags.checkout.details(ada)
      fanion.evaluate({ key: 'checkout', type: 'boolean', default: false }, ada)
      fanion.flags.plain(ada)
    }
    await fanion.flush()
    const exposed = server.batches.flatMap(({ exposures }) => exposures)
    expect(exposed).toEqual([
      {
        run: 17,
        variant: variantForUnit(rule, 'checkout')('acme'),
        unit: 'acme',
        by: 'companyId',
        at: expect.any(String),
      },
    ])
    expect(server.batches[0]).toMatchObject({
      dropped: 0,
      events: [],
      sdk: expect.stringContaining('@fanion/sdk/node'),
    })
  })

  it('are none of a peek, a bootstrap that is handed over, a unit that is not there, an override, or a program that wants none', async () => {
    const server = await aServer(shop)
    const quiet = aClient(server, flags, { exposures: false })
    const overridden = aClient(server, flags, { overrides: { checkout: true } })
    const fanion = aClient(server, flags)
    for (const one of [quiet, overridden, fanion]) await one.ready()
    quiet.flags.checkout(ada)
    overridden.flags.checkout(ada)
    fanion.flags.checkout.peek(ada)
    fanion.getBootstrap(ada)
    fanion.flags.checkout({ targetingKey: 'ada' })
    for (const one of [quiet, overridden, fanion]) await one.flush()
    expect(server.batches).toEqual([])
  })
})

describe('track', () => {
  it('tells of an event with its unit, and the attributes that measured rules split by', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags, { events })
    await fanion.ready()
    fanion.track('purchase', ada, { value: 49.9, properties: { plan: 'gold', items: 3 } })
    fanion.track('search-failed', { targetingKey: 'ada' })
    await fanion.flush()
    expect(server.batches.flatMap((batch) => batch.events)).toEqual([
      {
        event: 'purchase',
        unit: 'ada',
        also: { companyId: 'acme' },
        at: expect.any(String),
        value: 49.9,
        properties: { plan: 'gold', items: 3 },
      },
      { event: 'search-failed', unit: 'ada', also: {}, at: expect.any(String) },
    ])
  })

  it('never throws, and says what cannot be told', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    const faults: string[] = []
    fanion.on('error', ({ message }: Fault) => faults.push(message))
    fanion.track('purchase', {})
    fanion.track('purchase', ada, { value: Number.NaN })
    const trap = {
      get targetingKey(): string {
        throw new Error('no')
      },
    }
    fanion.track('purchase', trap)
    await fanion.flush()
    expect(faults).toHaveLength(3)
    expect(server.batches).toEqual([])
  })

  it('closes a batch by itself, of at most five hundred rows', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    for (let row = 0; row < 1_100; row += 1) fanion.track('click', ada)
    await until(() => server.batches.length === 3)
    expect(server.batches.map((batch) => batch.events.length)).toEqual([500, 500, 100])
    expect(new Set(server.batches.map(({ batch }) => batch)).size).toBe(3)
  })
})

describe('a batch', () => {
  it('is the same until it is acknowledged, whatever the server answers meanwhile', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    let left = 3
    const lost: string[] = []
    server.intercept = (request, response) => {
      if (request.url !== '/sdk/v1/events' || left === 0) return false
      left -= 1
      // Stored, but cut before its response; down; too busy.
      if (left === 2) {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          lost.push(Buffer.concat(chunks).toString())
          response.destroy()
        })
        return true
      }
      response.writeHead(left === 1 ? 503 : 429, left === 0 ? { 'retry-after': '1' } : {}).end()
      return true
    }
    fanion.track('click', ada)
    await fanion.flush()
    fanion.track('later', ada)
    await until(() => server.batches.length === 2)
    const { sentAt: _, ...first } = JSON.parse(lost[0] ?? '{}') as Record<string, unknown>
    expect(server.batches[0]).toMatchObject(first)
    expect(server.batches.map((batch) => batch.events.map(({ event }) => event))).toEqual([['click'], ['later']])
  })

  it('that the server will never take is given up, said, and the next goes on', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    const faults: string[] = []
    fanion.on('error', ({ message }: Fault) => faults.push(message))
    const statuses = [400, 413, 403]
    server.intercept = ({ url }, response) => {
      const status = url === '/sdk/v1/events' ? statuses.shift() : undefined
      return status !== undefined && !!response.writeHead(status).end()
    }
    for (let at = 0; at < 4; at += 1) {
      fanion.track(`event-${at}`, ada)
      await fanion.flush()
    }
    expect(server.batches.map((batch) => batch.events[0]?.event)).toEqual(['event-3'])
    expect(faults).toHaveLength(3)
  })

  it('finds no room past ten thousand rows, and the next says how many did not', async () => {
    const server = await aServer(shop)
    const fanion = aClient(server, flags)
    let isAway = true
    server.intercept = ({ url }, response) => isAway && url === '/sdk/v1/events' && !!response.writeHead(503).end()
    for (let row = 0; row < 10_007; row += 1) fanion.track('click', ada)
    isAway = false
    await until(() => server.batches.length === 20)
    fanion.track('click', ada)
    await fanion.flush()
    expect(server.batches.reduce((sum, batch) => sum + batch.events.length, 0)).toBe(10_001)
    expect(server.batches.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(7)
  })

  it('lies in a file while the server is away, and the next start sends it, under the same id', async () => {
    const server = await aServer(shop)
    const file = path.join(await aFolder('outbox'), 'outbox.jsonl')
    const platform = () => hastyPlatform({ outboxFile: nodePlatform(fetch, undefined, file).outboxFile ?? null })
    let isAway = true
    server.intercept = ({ url }, response) => isAway && url === '/sdk/v1/events' && !!response.writeHead(503).end()
    const before = aClient(server, flags, {}, platform())
    before.track('first', ada)
    await before.flush()
    before.track('second', ada)
    await before.close()
    const kept = (await readFile(file, 'utf8')).split('\n').map((line) => JSON.parse(line) as { id: string })
    expect(kept).toHaveLength(2)
    isAway = false
    const after = aClient(server, flags, {}, platform())
    await until(() => server.batches.length === 2)
    expect(server.batches.map(({ batch }) => batch)).toEqual(kept.map(({ id }) => id))
    await after.flush()
    await until(() => server.batches.length === 2)
    expect(await readFile(file, 'utf8')).toBe('')
  })
})
