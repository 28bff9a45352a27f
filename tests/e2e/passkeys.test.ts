import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { aChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { aPerson } from '../support/people.ts'
import { testServer } from '../support/server.ts'

let page: Page
let device: CDPSession
let server: Server
let url: string
const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }

beforeAll(async () => {
  // Passkeys need the server's URL, with a host name, before it listens.
  const port = await freePort()
  url = `http://localhost:${port}`
  ;({ server } = await testServer({ PORT: String(port), HOST: 'localhost', FANION_PUBLIC_URL: url }))
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
  await call('account.setUp', { ...owner, token: server.services.setUpToken })
})

/** Calls a mutation like our pages do. */
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

/** The browser's response to a challenge, as JSON. */
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

describe('a passkey on the screens', () => {
  /** Makes the session's last confirmation older than an hour, and clears the page's cached state. */
  const ageSession = () =>
    server.services.db
      .updateTable('session')
      .set({ authenticatedAt: new Date(Date.now() - 2 * 3_600_000) })
      .execute()
  const createToken = async (name: string) => {
    await page.goto(`${url}/me/tokens`)
    await page.getByLabel('Name').fill(name)
    await ageSession()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  }
  const confirmations = async () => {
    const rows = await server.services.db
      .selectFrom('event')
      .select('after')
      .where('action', '=', 'account.confirm')
      .orderBy('sequence')
      .execute()
    return rows.map(({ after }) => after)
  }

  it('is added under security, then signs in by one button', async () => {
    await page.goto(`${url}/me/security`)
    await page.getByLabel('Passkey name').fill('Laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('button', { name: 'Remove passkey Laptop' }).waitFor()
    await page.getByRole('button', { name: /account menu for Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await whoAmI()).toBeNull()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL((address) => address.pathname !== '/login')
    expect(await whoAmI()).toMatchObject({ email: owner.email })
  })

  it('proves once more who one is where the server asks, and what waited for it goes on', async () => {
    await createToken('by passkey')
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('Your token by passkey').waitFor()
    expect(await confirmations()).toEqual([{ by: 'passkey' }])
  })

  it('is not needed for that: the password does, too, and a wrong one does not', async () => {
    await createToken('by password')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByText('Your token by password').waitFor()
    expect(await confirmations()).toHaveLength(2)
  })

  it('of somebody else proves nothing', async () => {
    const { db } = server.services
    const { id } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow()
    await ageSession()
    const challenge: Challenge = await call('passkeys.confirmOptions')
    const response = await answer('get', challenge)
    const eve = await aPerson(db, 'Eve')
    await db
      .updateTable('passkey')
      .set({ personId: String(eve.id) })
      .execute()
    const { challengeId } = challenge
    expect(await call('passkeys.confirm', { challengeId, response })).toBe('auth/wrong-credentials')
    await db.updateTable('passkey').set({ personId: id }).execute()
  })
})
