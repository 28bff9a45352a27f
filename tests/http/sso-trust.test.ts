import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { appCode } from '../support/authenticator.ts'
import { anIdentityProvider, type Claims, client, walk } from '../support/identity-provider.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { aSigningKey, aSigningProvider, hs256, rs256, unsigned } from '../support/signing-provider.ts'

let server: Server
let url: string
let ada: Awaited<ReturnType<typeof anOwner>>
beforeAll(async () => {
  ;({ server, url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' }))
  ada = await anOwner(url)
})

const statusOf = async (cookie: string) => (await aBrowser(url, cookie).api.account.status.query()).user
const eventsOf = (action: string) =>
  server.services.db
    .selectFrom('event')
    .select(['subject', 'after', 'actorName'])
    .where('action', '=', action)
    .execute()

const password = 'a long sentence of my own'

/** An account that joined by invitation, in its own browser. */
async function anAccount(email: string) {
  const { link } = await ada.api.invitations.create.mutate({ project: ada.project, email, role: 'viewer' })
  const browser = aBrowser(url)
  await browser.api.invitations.accept.mutate({ token: link.split('/').at(-1) ?? '', name: 'Grace', password })
  return { ...browser, credentials: { email, password } }
}

describe('an ID token', () => {
  const [current, next, stranger] = [aSigningKey('current'), aSigningKey('next'), aSigningKey('current')]
  let provider: Awaited<ReturnType<typeof aSigningProvider>>
  beforeAll(async () => {
    provider = await aSigningProvider(client.clientId)
    const settings = { name: 'Signing', issuer: provider.issuer, ...client, domains: ['signing.example'] }
    await ada.api.providers.create.mutate({ key: 'signing', ...settings })
  })
  beforeEach(() => {
    const claims = { sub: 'bob', email: 'bob@signing.example', email_verified: true, name: 'Bob' }
    Object.assign(provider.plan, { published: [current], claims, sign: rs256(current) })
  })
  const signIn = () => walk(url, '/auth/sso/signing?to=/p', 'bob')
  const signedInAs = async () => {
    const { page, cookie } = await signIn()
    return { page, email: (await statusOf(cookie))?.email }
  }
  const refused = { page: '/login?refused=auth%2Fwrong-credentials', email: undefined }
  const accepted = { page: '/p', email: 'bob@signing.example' }

  it('with a published key’s signature signs in', async () => {
    expect(await signedInAs()).toEqual(accepted)
  })

  it.each([
    ['signed by another key of the same id', rs256(stranger)],
    ['signed by a key that is not published', rs256(next)],
    ['that names a published key and is signed by another', rs256(next, 'current')],
    ['without a signature', unsigned],
    ['signed with the client secret', hs256(client.clientSecret, 'current')],
    [
      'signed with the public key as a shared secret',
      hs256(current.publicKey.export({ type: 'spki', format: 'pem' }), 'current'),
    ],
  ])('%s is rejected', async (_, sign) => {
    provider.plan.sign = sign
    expect(await signedInAs()).toEqual(refused)
  })

  const seconds = () => Math.floor(Date.now() / 1_000)
  it.each([
    ['that expired', () => ({ exp: seconds() - 3_600 })],
    ['for another client', () => ({ aud: 'another-client' })],
    ['of another issuer', () => ({ iss: 'https://another.example' })],
    ['for another sign-in', () => ({ nonce: 'another nonce' })],
  ])('%s is rejected', async (_, claims) => {
    provider.plan.claims = { ...provider.plan.claims, ...claims() }
    expect(await signedInAs()).toEqual(refused)
  })

  it('is rejected when the provider publishes no key', async () => {
    provider.plan.published = []
    expect(await signedInAs()).toEqual(refused)
  })

  it('of a new key signs in at once after a rotation, one of the withdrawn key does not', async () => {
    expect(await signedInAs()).toEqual(accepted)
    Object.assign(provider.plan, { published: [current, next], sign: rs256(next) })
    expect(await signedInAs()).toEqual(accepted)
    provider.plan.published = [next]
    expect(await signedInAs()).toEqual(accepted)
    provider.plan.sign = rs256(current)
    expect(await signedInAs()).toEqual(refused)
  })
})

describe('linking an account to a provider', () => {
  const claimsOf: Record<string, Claims> = {}
  beforeAll(async () => {
    const { issuer } = await anIdentityProvider(url, (name) => claimsOf[name] ?? {})
    const settings = { name: 'Corp', issuer, ...client, domains: ['corp.example', 'example.com'] }
    await ada.api.providers.create.mutate({ key: 'corp', ...settings })
  })
  const signIn = (name: string) => walk(url, '/auth/sso/corp?to=/p', name)

  it('never gives a linked account to a second subject of the same address', async () => {
    claimsOf['carol'] = { email: 'carol@corp.example', name: 'Carol' }
    claimsOf['mallory'] = { email: 'carol@corp.example', name: 'Mallory' }
    expect((await signIn('carol')).page).toBe('/p')
    const { page, cookie } = await signIn('mallory')
    expect(page).toBe('/login?refused=auth%2Flinked-elsewhere')
    expect(await statusOf(cookie)).toBeNull()
    expect((await statusOf((await signIn('carol')).cookie))?.email).toBe('carol@corp.example')
  })

  it('lets an owner move an address to another subject: the old link and its sessions end', async () => {
    claimsOf['dora-2023'] = { email: 'dora@corp.example' }
    claimsOf['dora-2026'] = { email: 'dora@corp.example' }
    const { cookie } = await signIn('dora-2023')
    const dora = await statusOf(cookie)
    const listed = async () => (await ada.api.users.list.query()).find(({ id }) => id === dora?.id)
    expect(await listed()).toMatchObject({ singleSignOn: true })
    expect(await ada.api.users.unlinkSignIn.mutate({ userId: dora?.id ?? '' })).toEqual({ removed: 1 })
    expect(await listed()).toMatchObject({ singleSignOn: false })
    expect(await statusOf(cookie)).toBeNull()
    expect((await statusOf((await signIn('dora-2026')).cookie))?.id).toBe(dora?.id)
    expect((await signIn('dora-2023')).page).toContain('linked-elsewhere')
  })

  it('is an audited act of its own', async () => {
    const email = 'erin@example.com'
    await anAccount(email)
    claimsOf['erin'] = { email }
    expect((await signIn('erin')).page).toBe('/p')
    expect((await eventsOf('account.link')).filter(({ subject }) => subject === email)).toEqual([
      { subject: email, after: { provider: 'corp', subject: 'erin' }, actorName: 'Corp (single sign-on)' },
    ])
    await signIn('erin')
    expect((await eventsOf('account.link')).filter(({ subject }) => subject === email)).toHaveLength(1)
  })

  it('waits for the account’s own sign-in if the account has a second factor', async () => {
    const email = 'frank@example.com'
    const frank = await anAccount(email)
    const { secret } = await frank.api.account.beginTwoFactor.mutate()
    await frank.api.account.confirmTwoFactor.mutate({ code: appCode(secret) })
    claimsOf['frank'] = { email }
    const { page, cookie } = await signIn('frank')
    expect(page).toBe('/login?refused=auth%2Flink-unconfirmed&next=%2Fp')
    expect(await statusOf(cookie)).toBeNull()
    // Another account's sign-in in this browser confirms nothing, and consumes the cookie.
    const other = await anAccount('grace@example.com')
    await aBrowser(url, cookie).api.account.signIn.mutate(other.credentials)
    expect((await signIn('frank')).page).toContain('link-unconfirmed')
    const browser = aBrowser(url, (await signIn('frank')).cookie)
    await browser.api.account.signIn.mutate({ ...frank.credentials, code: appCode(secret, Date.now() + 30_000) })
    expect((await eventsOf('account.link')).map(({ subject }) => subject)).toContain(email)
    expect((await statusOf((await signIn('frank')).cookie))?.email).toBe(email)
  })
})
