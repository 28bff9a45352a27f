import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { atFileEnd } from '../support/file-end.ts'
import { anIdentityProvider, type Claims, client, walk } from '../support/identity-provider.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

const people: Record<string, Claims> = {}

/** A server whose members sign in at its own provider. */
async function aCompany() {
  const { server, url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  const ada = await anOwner(url)
  const idp = await anIdentityProvider(url, (name) => people[name] ?? { email: `${name}@corp.example`, name })
  await ada.api.providers.create.mutate({
    key: 'corp',
    name: 'Corp',
    issuer: idp.issuer,
    ...client,
    domains: ['corp.example', 'example.com'],
    groupRoles: [
      { group: 'developers', project: ada.project, role: 'editor' },
      { group: 'leads', project: ada.project, role: 'publisher' },
      { group: 'platform', instance: 'owner' },
    ],
  })
  return { server, url, ada, idp }
}

let server: Server
let url: string
let ada: Awaited<ReturnType<typeof anOwner>>
let idp: Awaited<ReturnType<typeof anIdentityProvider>>
beforeAll(async () => {
  const company = await aCompany()
  server = company.server
  url = company.url
  ada = company.ada
  idp = company.idp
})

const signIn = (name: string, to = '/p') => walk(url, `/auth/sso/corp?to=${encodeURIComponent(to)}`, name)
const as = (cookie: string) => aBrowser(url, cookie).api

describe('the check of an issuer', () => {
  it('tells what it says of itself', async () => {
    const found = await ada.api.providers.check.mutate({ issuer: idp.issuer })
    expect(found).toMatchObject({ issuer: idp.issuer, signsOut: true })
    expect(found.claims).toContain('email')
  })

  it('says that it does not answer', async () => {
    const refused = ada.api.providers.check.mutate({ issuer: 'http://127.0.0.1:9' })
    await expect(refused).rejects.toThrow('The sign-in provider can’t be used')
  })
})

describe('single sign-on', () => {
  it('is offered to anybody, by name only', async () => {
    expect(await aBrowser(url).api.providers.offered.query()).toEqual([
      { key: 'corp', name: 'Corp', startUrl: '/auth/sso/corp' },
    ])
  })

  it('makes an account at the first time, signs in, and goes where it was asked to', async () => {
    const { page, cookie } = await signIn('bob', '/p/shop?q=1')
    expect(page).toBe('/p/shop?q=1')
    expect((await as(cookie).account.status.query()).user).toMatchObject({ email: 'bob@corp.example', name: 'bob' })
  })

  it('knows the person by the provider’s subject, though their address changes', async () => {
    const before = (await as((await signIn('carol')).cookie).account.status.query()).user
    people['carol'] = { email: 'carol.new@corp.example' }
    const after = (await as((await signIn('carol')).cookie).account.status.query()).user
    expect(after?.id).toBe(before?.id)
  })

  it('finds the account an address has already', async () => {
    people['ada'] = { email: ada.credentials.email, email_verified: true }
    const { cookie } = await signIn('ada')
    expect((await as(cookie).account.status.query()).user).toMatchObject({ name: 'Ada', instanceRole: 'owner' })
  })

  it.each<[string, Claims]>([
    ['of another domain', { email: 'mallory@evil.example' }],
    ['that is not verified', { email: 'ada@example.com', email_verified: false }],
    ['that nobody says is verified', { email: 'ada@example.com', email_verified: undefined }],
    ['that is missing', {}],
  ])('refuses an address %s', async (_, claims) => {
    const name = `mallory-${Object.keys(people).length}`
    people[name] = claims
    const { page, cookie } = await signIn(name)
    expect(page).toBe('/login?refused=auth%2Fwrong-credentials')
    expect((await as(cookie).account.status.query()).user).toBeNull()
  })

  it('gives the highest role of one’s groups, and takes it away with them', async () => {
    people['dan'] = { email: 'dan@corp.example', groups: ['developers', 'leads'] }
    const roleOf = async () => (await as((await signIn('dan')).cookie).projects.list.query())[0]?.role
    expect(await roleOf()).toBe('publisher')
    people['dan'] = { email: 'dan@corp.example', groups: ['developers'] }
    expect(await roleOf()).toBe('editor')
    people['dan'] = { email: 'dan@corp.example', groups: [] }
    expect(await roleOf()).toBeUndefined()
  })

  it('leaves alone a membership that a person gave', async () => {
    people['eve'] = { email: 'eve@corp.example', groups: [] }
    await signIn('eve')
    const member = { project: ada.project, email: 'eve@corp.example', role: 'viewer' as const }
    await ada.api.members.add.mutate(member)
    people['eve'] = { email: 'eve@corp.example', groups: ['leads'] }
    expect(await as((await signIn('eve')).cookie).projects.list.query()).toMatchObject([{ role: 'viewer' }])
  })

  it('makes owners of a group, in the audit trail too', async () => {
    people['fay'] = { email: 'fay@corp.example', groups: ['platform'] }
    const { cookie } = await signIn('fay')
    expect((await as(cookie).account.status.query()).user?.instanceRole).toBe('owner')
    const events = await server.services.db
      .selectFrom('event')
      .select(['action', 'actorName'])
      .where('subject', '=', 'fay@corp.example')
      .orderBy('sequence')
      .execute()
    const actorName = 'Corp (single sign-on)'
    expect(events).toEqual(['user.create', 'user.set-role', 'account.sign-in'].map((action) => ({ action, actorName })))
  })

  it('lets nobody in who is shut out here', async () => {
    const user = (await as((await signIn('gus')).cookie).account.status.query()).user
    await ada.api.users.setDisabled.mutate({ userId: user?.id ?? '', disabled: true })
    expect((await signIn('gus')).page).toBe('/login?refused=auth%2Fwrong-credentials')
  })

  it('makes nobody an account where only those with one may come', async () => {
    await signIn('known')
    const people = () => server.services.db.selectFrom('person').select('id').execute()
    const before = (await people()).length
    const settings = server.services.db.updateTable('identityProvider')
    await settings.set({ createsPeople: false }).execute()
    const [stranger, known] = [await signIn('stranger'), await signIn('known')]
    await settings.set({ createsPeople: true }).execute()
    expect([stranger.page.startsWith('/login?refused='), known.page]).toEqual([true, '/p'])
    expect((await people()).length).toBe(before)
  })

  it('is not begun at a provider that is not there, or is turned off', async () => {
    const { db } = server.services
    const begun = async (key: string) => {
      const response = await fetch(`${url}/auth/sso/${key}`, { redirect: 'manual' })
      return response.headers.get('location')
    }
    await db.updateTable('identityProvider').set({ enabled: false }).execute()
    const refused = [await begun('corp'), await begun('nobody')]
    await db.updateTable('identityProvider').set({ enabled: true }).execute()
    expect(refused).toEqual(['/login?refused=provider%2Fnot-found', '/login?refused=provider%2Fnot-found'])
    expect(await begun('corp')).toContain(idp.issuer)
  })

  it('is finished only by the browser that began it', async () => {
    const response = await fetch(`${url}/auth/callback?code=x&state=y`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/login?refused=auth%2Ftoken-invalid')
  })

  it('is not finished with what the provider never gave, nor at one that was turned off meanwhile', async () => {
    const begun = await fetch(`${url}/auth/sso/corp`, { redirect: 'manual' })
    const cookie = begun.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const finish = async () => {
      const address = `${url}/auth/callback?${new URLSearchParams({ code: 'made-up', state, iss: idp.issuer })}`
      const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
      return { to: response.headers.get('location'), cookies: response.headers.getSetCookie() }
    }
    const refused = await finish()
    expect(refused.to).toBe('/login?refused=auth%2Fwrong-credentials')
    const { db } = server.services
    await db.updateTable('identityProvider').set({ enabled: false }).execute()
    const off = await finish()
    await db.updateTable('identityProvider').set({ enabled: true }).execute()
    expect(off.to).toBe('/login?refused=provider%2Fnot-found')
    expect([...refused.cookies, ...off.cookies].filter((set) => /session=[^;]/.test(set))).toEqual([])
  })

  it('goes back to no other site', async () => {
    expect((await signIn('hal', 'https://evil.example/')).page).toBe('/')
  })

  it('signs out at the provider, too', async () => {
    const { cookie } = await signIn('ivy')
    const { continueAt } = await as(cookie).account.signOut.mutate()
    expect(continueAt).toContain(`${idp.issuer}/session/end?`)
    const { searchParams } = new URL(continueAt ?? '')
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${url}/login`)
    // The provider identifies the session to end by the ID token from the sign-in.
    const [, claims = ''] = searchParams.get('id_token_hint')?.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')).toMatchObject({ sub: 'ivy' })
  })

  it('keeps its client secret to itself', async () => {
    const { db } = server.services
    const kept = [
      await ada.api.providers.list.query(),
      await db.selectFrom('identityProvider').selectAll().execute(),
      await db.selectFrom('event').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(client.clientSecret)
  })

  it('broken, leaves owners their password, and the audit trail says so', async () => {
    const { server, url, ada, idp } = await aCompany()
    await idp.close()
    await server.services.db.updateTable('identityProvider').set({ issuer: 'http://127.0.0.1:9' }).execute()
    const begun = await fetch(`${url}/auth/sso/corp`, { redirect: 'manual' })
    expect(begun.headers.get('location')).toBe('/login?refused=provider%2Funreachable')
    await aBrowser(url).api.account.signIn.mutate(ada.credentials)
    const event = await server.services.db
      .selectFrom('event')
      .select('after')
      .where('action', '=', 'account.sign-in')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.after).toEqual({ by: 'password', insteadOf: 'corp' })
  })
})

describe('a provider that was away', () => {
  it('is asked anew at once', async () => {
    const { url, ada } = await aCompany()
    let answers = 0
    const away = http.createServer((_, response) => {
      if (answers++ === 0) return void response.writeHead(503).end()
      const [endpoint] = [`${issuer}/any`]
      const keys = { jwks_uri: endpoint, response_types_supported: ['code'], subject_types_supported: ['public'] }
      const body = { issuer, authorization_endpoint: endpoint, token_endpoint: endpoint, ...keys }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((done) => away.listen(0, '127.0.0.1', done))
    atFileEnd('servers', () => new Promise((done) => away.close(done)))
    // A listening TCP server has an address with a port.
    const issuer = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
    await ada.api.providers.create.mutate({ key: 'away', name: 'Away', issuer, ...client, domains: ['corp.example'] })
    const begun = async () => (await fetch(`${url}/auth/sso/away`, { redirect: 'manual' })).headers.get('location')
    answers = 0
    expect(await begun()).toBe('/login?refused=provider%2Funreachable')
    expect(await begun()).toContain(`${issuer}/any?`)
  })
})

describe('a provider at a private address', () => {
  it('is not asked, unless the operator allows it', async () => {
    const { url: strict } = await testServer()
    const owner = await anOwner(strict)
    const settings = {
      key: 'meta',
      name: 'Meta',
      issuer: 'http://169.254.169.254/',
      ...client,
      domains: ['example.com'],
    }
    await owner.api.providers.create.mutate(settings)
    const begun = await fetch(`${strict}/auth/sso/meta`, { redirect: 'manual' })
    expect(begun.headers.get('location')).toBe('/login?refused=provider%2Funreachable')
  })
})
