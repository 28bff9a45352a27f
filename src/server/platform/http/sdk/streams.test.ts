import { describe, expect, it, vi } from 'vitest'
import { knownBuild, sdkApp } from '../../../../../tests/support/sdk-app.ts'

const { addressOf, app, ask, hub, openBuilds } = sdkApp()
describe('a stream of a server’s program', () => {
  const open = async (query = '', headers: Record<string, string> = {}) => {
    const leaving = new AbortController()
    const response = await fetch(`${addressOf()}/sdk/v1/stream${query}`, {
      ...{ signal: leaving.signal, headers: { authorization: 'Bearer fan_srv', ...headers } },
    })
    const reader = response.body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    const close = async () => {
      leaving.abort()
      await expect.poll(() => hub.size).toBe(0)
    }
    return { response, next, close }
  }
  const firstOf = async (query: string, headers?: Record<string, string>) => {
    const { next, close } = await open(query, headers)
    const text = await next()
    await close()
    return text
  }

  it('begins with the whole, or with what the program lacks, by its header before its address', async () => {
    expect(await firstOf('')).toMatch(/^event: datafile\nid: 7\n|^id: 7\nevent: datafile\n/)
    expect(await firstOf('?revision=7')).toBe(': up to date, here every 15 s\n\n')
    expect(await firstOf('?revision=1', { 'last-event-id': '7' })).toMatch(/^: up to date/)
    for (const query of [
      '?revision=6',
      '?revision=x',
      '?revision=-7',
      '?revision=7&revision=7',
      '?revision=0000000007',
    ])
      expect(await firstOf(query)).toContain('event: datafile\n')
  })

  it('is signed for whoever asks, and listens for what it asked', async () => {
    const wants = async (query: string) => {
      const subscribe = vi.spyOn(hub, 'subscribe')
      const first = await firstOf(query)
      const [where, { wants: wanted, keyId } = { wants: '', keyId: '' }, revision] = subscribe.mock.calls[0] ?? []
      subscribe.mockRestore()
      return [where, wanted, keyId, revision, first.includes('"signature":"signature"')]
    }
    expect(await wants('')).toEqual(['e', 'patches', 'server', 7, false])
    expect(await wants('?signed=1')).toEqual(['e', 'signed', 'server', 7, true])
  })

  it('is not answered by a server that knows less than the program, nor over the limit, and asks no method but GET', async () => {
    for (const [query, status] of [
      ['?revision=8', 503],
      ['', 429],
    ] as const) {
      const one = status === 429 ? await open() : undefined
      const refused = await fetch(`${addressOf()}/sdk/v1/stream${query}`, {
        headers: { authorization: 'Bearer fan_srv' },
      })
      expect(refused.status).toBe(status)
      await refused.body?.cancel()
      await one?.close()
    }
    expect((await app.inject({ method: 'HEAD', url: '/sdk/v1/stream' })).statusCode).toBe(404)
    for (const key of ['fan_cli', 'none']) expect((await ask('stream', { key })).statusCode).toBeGreaterThan(400)
  })

  it('counts the build that it names while it is open, and asks for one that nobody knows', async () => {
    const known = await open('', { 'x-fanion-build': knownBuild })
    expect([known.response.headers.get('x-fanion-build'), openBuilds]).toEqual([null, [knownBuild]])
    await known.close()
    expect(openBuilds).toEqual([])
    const other = await open('', { 'x-fanion-build': 'b'.repeat(64), 'accept-encoding': 'gzip' })
    expect([other.response.headers.get('x-fanion-build'), openBuilds]).toEqual(['unknown', ['b'.repeat(64)]])
    expect(other.response.headers.get('content-encoding')).toBeNull()
    await other.close()
    const none = await open('', { 'x-fanion-build': 'B'.repeat(64) })
    expect([none.response.headers.get('x-fanion-build'), openBuilds]).toEqual([null, []])
    await none.close()
  })
})
