import { createServer } from 'node:net'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { testServer } from '../support/server.ts'

let page: Page
let device: CDPSession
let url: string

/** A port nobody listens on: passkeys need the server's address, with a name in it, before it listens. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  await testServer({ PORT: String(port), HOST: 'localhost', FANION_PUBLIC_URL: url })
  const browser = await aChromium()
  page = await browser.newPage()
  device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${url}/healthz`)
  const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
  await call('account.setUp', owner)
})

/** A mutation as a page of ours makes it. */
const call = (procedure: string, input: unknown = {}) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const answer = await response.json()
      return answer.result?.data ?? answer.error.data.fanion.code
    },
    [procedure, input] as const,
  )

type Challenge = { challengeId: string; options: Record<string, unknown> }

/** The browser's answer to a challenge, as JSON. */
const answer = (act: 'create' | 'get', { options }: Challenge) =>
  page.evaluate(
    async ([name, json]) => {
      const credential = globalThis.PublicKeyCredential
      if (name === 'create') {
        const publicKey = credential.parseCreationOptionsFromJSON(json as never)
        return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
      }
      const publicKey = credential.parseRequestOptionsFromJSON(json as never)
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    },
    [act, options] as const,
  )

const whoAmI = () => page.evaluate(async () => (await (await fetch('/trpc/account.status')).json()).result.data.user)

describe('a passkey in a real browser', () => {
  it('is made by the signed-in person', async () => {
    const challenge: Challenge = await call('passkeys.options')
    const response = await answer('create', challenge)
    const made = await call('passkeys.add', { challengeId: challenge.challengeId, name: 'Laptop', response })
    expect(made).toMatchObject({ name: 'Laptop', lastUsedAt: null })
  })

  it('signs its person in without a name or a password', async () => {
    await call('account.signOut')
    expect(await whoAmI()).toBeNull()
    const challenge: Challenge = await call('passkeys.signInOptions')
    const response = await answer('get', challenge)
    const { challengeId } = challenge
    expect(await call('passkeys.signIn', { challengeId, response })).toMatchObject({ email: 'ada@example.com' })
    expect(await whoAmI()).toMatchObject({ email: 'ada@example.com' })
    expect(await call('passkeys.signIn', { challengeId, response })).toBe('auth/token-expired')
  })

  it('answers no challenge but its own', async () => {
    const [one, other]: Challenge[] = [await call('passkeys.signInOptions'), await call('passkeys.signInOptions')]
    const response = one && (await answer('get', one))
    expect(await call('passkeys.signIn', { challengeId: other?.challengeId, response })).toBe('auth/wrong-credentials')
  })

  it('is worth nothing once removed', async () => {
    const list = await page.evaluate(async () => (await (await fetch('/trpc/passkeys.list')).json()).result.data)
    await call('passkeys.remove', { id: list[0].id })
    const challenge: Challenge = await call('passkeys.signInOptions')
    const response = await answer('get', challenge)
    const { challengeId } = challenge
    expect(await call('passkeys.signIn', { challengeId, response })).toBe('auth/wrong-credentials')
  })
})
