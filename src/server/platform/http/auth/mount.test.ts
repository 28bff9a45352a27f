import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import { beginProviderSignIn, finishProviderSignIn } from '../../auth/sso/flow.ts'
import { Proxies } from '../proxies.ts'
import { mountAuth } from './mount.ts'

vi.hoisted(() => vi.resetModules())
// The protocol is tested with a real provider in tests/http/sso.test.ts. These tests check what the routes do with the
// result.
vi.mock('../../auth/sso/flow.ts', () => ({
  beginProviderSignIn: vi.fn<typeof beginProviderSignIn>(),
  finishProviderSignIn: vi.fn<typeof finishProviderSignIn>(),
}))
const [began, finished] = [vi.mocked(beginProviderSignIn), vi.mocked(finishProviderSignIn)]

let publicUrl = 'https://flags.example'
const error = vi.fn<(details: object, message: string) => void>()
const note = vi.fn<(account: string | null, address: string) => void>()
const services = {
  pools: { door: 'the door' },
  log: { error },
  proxies: new Proxies([]),
  publicUrl: () => publicUrl,
  providers: 'the providers',
  failedSignIns: { note },
}
const app = Fastify()
beforeAll(async () => {
  await app.register(cookie)
  mountAuth(app, services as never)
  await app.ready()
})
afterAll(() => app.close())
afterAll(() => void vi.resetModules())
beforeEach(() => {
  vi.clearAllMocks()
  publicUrl = 'https://flags.example'
  began.mockResolvedValue({ url: 'https://provider.example/', cookie: 'sealed' })
  finished.mockResolvedValue({ kind: 'session', token: 'of the session', to: '/p/shop' })
})

const ask = async (url: string, cookies: Record<string, string> = {}) => {
  const { statusCode, headers, cookies: set } = await app.inject({ url, cookies })
  return { status: statusCode, to: headers.location, set }
}

describe('a sign-in that begins', () => {
  it('goes to the provider that is named, with a cookie for ten minutes, which scripts do not see', async () => {
    const { status, to, set } = await ask('/auth/sso/acme?to=/p/shop&anew=1')
    expect([status, to]).toEqual([302, 'https://provider.example/'])
    const flow = {
      name: '__Host-fanion-flow',
      value: 'sealed',
      maxAge: 600,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    }
    expect(set).toEqual([{ ...flow, secure: true }])
    const [ctx, providers, key, wish] = began.mock.calls[0] ?? []
    expect([ctx?.db, providers, key, wish]).toEqual([
      'the door',
      'the providers',
      'acme',
      { to: '/p/shop', anew: true },
    ])
    expect(ctx?.origin.address).toBe('127.0.0.1')
    publicUrl = 'http://localhost:8080'
    expect((await ask('/auth/sso/acme')).set).toEqual([{ ...flow, name: 'fanion-flow' }])
  })

  it.each([
    ['', { to: '/', anew: false }],
    ['?to=/a&to=/b', { to: '/', anew: false }],
    ['?anew=0', { to: '/', anew: false }],
    ['?anew=true&to=/a', { to: '/a', anew: false }],
  ])('with %j wishes %j', async (query, wish) => {
    await ask(`/auth/sso/acme${query}`)
    expect(began.mock.calls[0]?.[3]).toEqual(wish)
  })
})

describe('a sign-in that comes back', () => {
  it('opens a session and goes on, and what it was begun with is over', async () => {
    const { status, to, set } = await ask('/auth/callback?code=x', { '__Host-fanion-flow': 'sealed', other: 'x' })
    expect([status, to]).toEqual([302, '/p/shop'])
    expect(set.find(({ name }) => name === '__Host-fanion')).toMatchObject({
      ...{ value: 'of the session', maxAge: limits.sessionMs / 1_000, httpOnly: true, secure: true, path: '/' },
    })
    expect(set.find(({ name }) => name === '__Host-fanion-flow')).toMatchObject({ value: '', path: '/' })
    const [, providers, brought, path] = finished.mock.calls[0] ?? []
    expect([providers, brought, path]).toEqual(['the providers', 'sealed', '/auth/callback?code=x'])
    expect(note).not.toHaveBeenCalled()
  })
})

describe('a sign-in that is refused', () => {
  it.each([
    ['/auth/sso/acme', 'provider/not-found', 0],
    ['/auth/callback', 'auth/token-invalid', 0],
    ['/auth/callback', 'auth/wrong-credentials', 1],
    ['/auth/callback', 'request/rate-limited', 1],
  ] as const)('at %s with %s ends where a password still works, and opens nothing', async (url, code, noted) => {
    for (const act of [began, finished]) act.mockRejectedValue(new FanionError(code))
    const { status, to, set } = await ask(url)
    expect([status, to]).toEqual([302, `/login?refused=${encodeURIComponent(code)}`])
    expect(set.filter(({ value }) => value !== '')).toEqual([])
    expect(error).not.toHaveBeenCalled()
    expect(note.mock.calls).toEqual(Array.from({ length: noted }, () => [null, '127.0.0.1']))
  })

  it.each(['/auth/sso/acme', '/auth/callback'])('at %s by a fault is logged, and tells nothing of it', async (url) => {
    for (const act of [began, finished]) act.mockRejectedValue(new TypeError('broken'))
    expect((await ask(url)).to).toBe('/login?refused=server%2Finternal')
    expect(error).toHaveBeenCalledTimes(1)
  })
})
