import { describe, expect, it } from 'vitest'
import { sdkApp } from '../../../../../tests/support/sdk-app.ts'

const { app, ask, relayed, reports, state } = sdkApp()
const relay = '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f'
const comparison = { source: 'x', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:01.000Z', flags: {} }

describe('what is read and told for servers', () => {
  const logs = { resourceLogs: [] }
  const kept = 'private, no-cache'
  it.each<[url: string, body: object | undefined, status: number, cache: string | undefined]>([
    ['datafile', undefined, 200, kept],
    ['attributes', undefined, 200, kept],
    ['flags', undefined, 200, kept],
    ['events', undefined, 200, kept],
    ['otlp/v1/logs', logs, 200, undefined],
    ['comparisons', comparison, 202, undefined],
    ['relay', { relay, keys: [] }, 200, 'no-store'],
  ])('at %s takes a server key, and no other', async (url, body, status, cache) => {
    const asked = body && { body }
    const given = await ask(url, asked)
    expect(given.statusCode).toBe(status)
    expect(given.headers['cache-control']).toBe(cache)
    for (const [key, refused] of [
      ['fan_cli', 403],
      ['none', 401],
    ] as const)
      expect((await ask(url, { ...asked, key })).statusCode).toBe(refused)
  })

  it('is refused before it is read, and where it cannot be stored', async () => {
    const text = (url: string, key: string, payload: string) =>
      app.inject({
        ...{ method: 'POST', url: `/sdk/v1/${url}`, payload },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
    for (const url of ['otlp/v1/logs', 'comparisons']) {
      expect((await text(url, 'none', '{')).statusCode).toBe(401)
      expect((await text(url, 'fan_srv', '{')).statusCode).toBe(400)
      const nul = url === 'comparisons' ? { ...comparison, source: 'x\0' } : { resourceLogs: [], more: 'x\0' }
      const { code } = (await text(url, 'fan_srv', JSON.stringify(nul))).json()
      expect(code).toBe('request/invalid')
    }
    expect(reports.comparisons).not.toHaveBeenCalled()
  })
})

describe('a datafile', () => {
  it('is signed for whoever asks, and is not older than what the program has', async () => {
    expect((await ask('datafile?signed=1')).json()).toMatchObject({ revision: 7, signature: 'signature' })
    expect((await ask('datafile?signed=0')).json()).not.toHaveProperty('signature')
    const has = (revision: number) =>
      ask('datafile', { headers: { 'if-none-match': state.etag.replace(/\/7-/, `/${revision}-`) } })
    expect((await has(7)).statusCode).toBe(304)
    expect((await has(6)).statusCode).toBe(200)
    const behind = await has(8)
    expect([behind.statusCode, behind.headers['retry-after']]).toEqual([503, '1'])
    // The log ends at an older revision, so no server has a newer one.
    expect((await has(100)).statusCode).toBe(200)
  })
})

describe('what a relay asks', () => {
  it('is answered of the environment of its own key, and kept by nobody in between', async () => {
    const name = 'a'.repeat(64)
    const one = { digest: 'b'.repeat(64), programs: 2 }
    const asked = await ask('relay', { body: { relay, keys: [name], builds: [one] } })
    expect(asked.headers['cache-control']).toBe('no-store')
    expect(asked.json()).toEqual({
      ...{ environmentId: 'e', project: 'p', environment: 'e', keyId: 'server', revision: 7 },
      ...{ keys: [], unknownBuilds: ['unknown'] },
    })
    expect(relayed.keys).toHaveBeenCalledWith('e', [name])
    expect(relayed.builds).toHaveBeenCalledWith('e', relay, [one])
    relayed.builds.mockClear()
    expect((await ask('relay', { body: { relay, keys: [] } })).json()).toMatchObject({ unknownBuilds: [] })
    expect(relayed.builds).not.toHaveBeenCalled()
  })
})
