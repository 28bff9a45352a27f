import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { atFileEnd } from './file-end.ts'

/** Claims of a user at the provider, by their name there. */
/** Email addresses are verified by default. */
export type Claims = { email?: string; email_verified?: boolean | undefined; name?: string; groups?: string[] }

export const client = { clientId: 'fanion', clientSecret: 'a secret of this client, of 32 characters and more' }

/** A real OpenID provider on loopback for one Fanion. It accepts any user with any password. */
export async function anIdentityProvider(fanionUrl: string, claimsOf: (name: string) => Claims) {
  const server = http.createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address with a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${fanionUrl}/auth/callback`],
        post_logout_redirect_uris: [`${fanionUrl}/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email_verified: true, ...claimsOf(sub) }),
    }),
    cookies: { keys: ['a key of this test'] },
    pkce: { required: () => true },
  })
  server.on('request', provider.callback())
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  atFileEnd('servers', close)
  return { issuer, close }
}

/** A cookie jar for one site. */
class Jar {
  readonly #cookies = new Map<string, string>()

  async fetch(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.header)
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

/**
 * Follows redirects from a Fanion URL through sign-in and consent at the provider, over plain HTTP, until Fanion
 * redirects to one of its pages. Returns that page and Fanion's cookies.
 */
export async function walk(fanionUrl: string, start: string, name: string): Promise<{ page: string; cookie: string }> {
  const [here, there] = [new Jar(), new Jar()]
  let url = `${fanionUrl}${start}`
  for (let hop = 0; hop < 15; hop++) {
    const { origin, pathname, search } = new URL(url)
    if (origin === fanionUrl && !pathname.startsWith('/auth/')) return { page: pathname + search, cookie: here.header }
    const jar = origin === fanionUrl ? here : there
    const response = await jar.fetch(url)
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url).href
      continue
    }
    const html = await response.text()
    const action = /action="([^"]+)"/.exec(html)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
    if (!action || !prompt) throw new Error(`stuck at ${url}: ${response.status} ${html.slice(0, 200)}`)
    const posted = await there.fetch(new URL(action, url).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prompt, login: name, password: 'any' }).toString(),
    })
    url = new URL(posted.headers.get('location') ?? '', url).href
  }
  throw new Error(`the sign-in went in circles, last at ${url}`)
}
