import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { freePort } from '../support/free-port.ts'
import { testServer } from '../support/server.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

describe('every answer', () => {
  it.each(['/healthz', '/trpc/account.status', '/sdk/v1/datafile', '/nowhere'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await fetch(`${world.url}${path}`)
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain("script-src 'unsafe")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  it('asks for HTTPS for good, and binds the session to it, where people come by HTTPS, and nowhere else', async () => {
    const plain = await fetch(`${world.url}/healthz`)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    const port = String(await freePort())
    const { server } = await testServer({ PORT: port, FANION_PUBLIC_URL: 'https://flags.example.com' })
    const secure = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=')
    const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
    const setUp = await fetch(`http://127.0.0.1:${port}/trpc/account.setUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...owner, token: server.services.setUpToken }),
    })
    // The prefix makes browsers bind the cookie to this host, the root path and HTTPS.
    expect(setUp.headers.getSetCookie()[0]).toMatch(
      /^__Host-fanion=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })
})

describe('operators', () => {
  it('see that the process lives, and its version', async () => {
    expect(await (await fetch(`${world.url}/healthz`)).json()).toEqual({ ok: true, version })
  })

  it('see that it is ready', async () => {
    for (const probe of ['/readyz', '/readyz/changes']) {
      const response = await fetch(world.url + probe)
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { ok: true, database: true, notifications: true },
      ])
    }
  })

  it('read metrics, with routes in place of addresses', async () => {
    await fetch(`${world.url}/sdk/v1/datafile?secret=1`, { headers: world.bearer })
    const text = await (await fetch(`${world.url}/metrics`)).text()
    expect(text).toContain('fanion_http_request_duration_seconds_count{route="/sdk/v1/datafile",status="200"}')
    expect(text).toContain('fanion_streams 0')
    expect(text).not.toContain('secret')
  })
})
