import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '../../src/shared/limits.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { authorization: world.serverKey.text, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

const summary = (features: object) => JSON.stringify([{ kind: 'summary', startDate: 0, endDate: 1, features }])
const counter = (count: unknown, variation?: unknown) => ({ counters: [{ variation, count, value: true, version: 1 }] })

const counts = async () =>
  (await world.server.services.db.selectFrom('evaluationCount').select(['flag', 'variant', 'count']).execute()).map(
    ({ flag, variant, count }) => [flag, variant, Number(count)],
  )

describe('what another system’s SDK sends', () => {
  it('is counted where flag and variant exist, and nothing else of it is kept', async () => {
    const features = {
      checkout: counter(3, 0),
      'no flag of ours': counter(5, 0),
      constructor: counter(2, 0),
      __proto__: counter(2, 0),
    }
    expect((await send('/launchdarkly/bulk', summary(features))).status).toBe(202)
    await until(async () => (await counts()).length > 0, 'the count')
    expect((await counts()).map(([flag, , count]) => [flag, count])).toEqual([['checkout', 3]])
  })

  it.each([
    ['no list', '{}'],
    ['a list of anything', '[1, null, "x", [], {"kind": "summary"}, {"kind": "summary", "features": [1]}]'],
    ['counts that are none', summary({ checkout: counter(-1, 0), two: counter('many', {}), three: counter(1e300, 0) })],
    ['places that are none', summary({ checkout: counter(1, 1e9) })],
  ])('is passed over where it is %s', async (_, body) => {
    const before = JSON.stringify(await counts())
    expect((await send('/launchdarkly/bulk', body)).status).toBe(202)
    expect(JSON.stringify((await counts()).filter(([, variant]) => variant !== ''))).toBe(
      JSON.stringify(JSON.parse(before).filter(([, variant]: string[]) => variant !== '')),
    )
  })

  it('may be packed, and is bounded when it is unpacked', async () => {
    const packed = gzipSync(summary({ checkout: counter(1, 0) }))
    expect((await send('/launchdarkly/bulk', packed, { 'content-encoding': 'gzip' })).status).toBe(202)
    const bomb = gzipSync(Buffer.alloc(limits.foreignEventsBytes + 1, 0x20))
    expect((await send('/launchdarkly/bulk', bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
    // Bodies without a valid key are not decompressed.
    const stranger = { 'content-encoding': 'gzip', authorization: 'hunter2' }
    expect((await send('/launchdarkly/bulk', bomb, stranger)).status).toBe(401)
    const broken = Buffer.from('not packed')
    expect((await send('/launchdarkly/bulk', broken, { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  it('by a client key is refused before a byte where only server keys may, and costs what it is unpacked', async () => {
    const key = { authorization: world.clientKey.text }
    const asked = request(`${world.url}/launchdarkly/bulk`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    })

    asked.on('error', () => undefined)
    asked.write('[')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(403)
    asked.destroy()

    const spent = vi.spyOn(world.server.services.gates.clientKeys, 'take')
    const mobile = '/launchdarkly/mobile/events/bulk'
    const wide = gzipSync(`${' '.repeat(limits.telemetryBodyBytes - 2)}[]`)
    expect((await send(mobile, wide, { ...key, 'content-encoding': 'gzip' })).status).toBe(202)
    expect(spent.mock.calls.reduce((sum, [, , units = 1]) => sum + units, 0)).toBeGreaterThanOrEqual(64)
    spent.mockRestore()
  })
})
