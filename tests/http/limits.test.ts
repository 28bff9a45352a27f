import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '../support/server.ts'

let url: string
beforeAll(async () => {
  url = (await testServer({ FANION_REQUESTS_PER_MINUTE: '200' })).url
})

/** Returns the distinct statuses of sequential requests, and the Retry-After of the last one. */
async function ask(times: number, path: string, init?: RequestInit) {
  const statuses = new Set<number>()
  let retryAfter = 0
  for (let index = 0; index < times; index++) {
    const response = await fetch(`${url}${path}`, init)
    await response.arrayBuffer()
    statuses.add(response.status)
    retryAfter = Number(response.headers.get('retry-after'))
  }
  return { statuses: [...statuses], retryAfter }
}

describe('the limits of an address', () => {
  it('end guesses at SDK keys after 120 a minute, and hold for OFREP too', async () => {
    const guess = { headers: { authorization: `Bearer fan_srv_${'A'.repeat(43)}` } }
    const { statuses, retryAfter } = await ask(125, '/sdk/v1/datafile', guess)
    expect(statuses).toEqual([401, 429])
    expect(retryAfter).toBeGreaterThan(0)
    const another = { method: 'POST', body: '{"context":{}}', headers: { 'x-api-key': 'fan_cli_x' } }
    const ofrep = await ask(2, '/ofrep/v1/evaluate/flags', another)
    expect(ofrep.statuses).toEqual([429])
    expect(ofrep.retryAfter).toBeGreaterThan(0)
  })

  it('end calls of the management API after as many as were set', async () => {
    const { statuses, retryAfter } = await ask(205, '/trpc/account.status')
    expect(statuses).toEqual([200, 429])
    expect(retryAfter).toBeGreaterThan(0)
  })
})
