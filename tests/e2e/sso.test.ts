import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { aChromium } from '../support/chromium.ts'
import { anIdentityProvider, client } from '../support/identity-provider.ts'
import { anOwner, testServer } from '../support/server.ts'

let browser: Browser
let server: Server
let url: string
let ada: Awaited<ReturnType<typeof anOwner>>
let idp: Awaited<ReturnType<typeof anIdentityProvider>>

beforeAll(async () => {
  ;({ server, url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' }))
  browser = await aChromium()
  ada = await anOwner(url, 'shop')
  await ada.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout' })
  idp = await anIdentityProvider(url, (name) => ({ email: `${name}@corp.example`, name, groups: ['developers'] }))
  await ada.api.providers.create.mutate({
    key: 'corp',
    name: 'Corp',
    issuer: idp.issuer,
    ...client,
    domains: ['corp.example', 'example.com'],
    groupRoles: [{ group: 'developers', project: 'shop', role: 'editor' }],
  })
})

/** A new browser context that blocks external requests of the provider's pages. */
async function aPage(): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: url })
  await context.route(
    (address) => !['127.0.0.1', 'localhost'].includes(address.hostname),
    (route) => route.abort(),
  )
  return context.newPage()
}

/** Signs bob in at the provider, with any password. */
async function giveName(page: Page) {
  await page.waitForURL(`${idp.issuer}/interaction/**`)
  await page.locator('input[name=login]').fill('bob')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

describe('single sign-on in a browser', () => {
  let page: Page

  it('makes an account at the first time, with the role of its group', async () => {
    page = await aPage()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign in with Corp' }).click()
    await giveName(page)
    await page.getByText('Authorize').first().waitFor()
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/p/shop/flags')
    await page.getByRole('button', { name: 'account menu for bob' }).waitFor()
    const members = await ada.api.members.list.query({ project: 'shop' })
    expect(members.find(({ user }) => user.email === 'bob@corp.example')?.role).toBe('editor')
  })

  it('proves once more who one is, asked anew at the provider', async () => {
    await page.goto('/me/tokens')
    await page.getByLabel('Name').fill('CI')
    await server.services.db
      .updateTable('session')
      .set({ authenticatedAt: new Date(Date.now() - 2 * 3_600_000) })
      .execute()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('link', { name: 'Sign in with Corp again' }).click()
    await giveName(page)
    await page.waitForURL('**/me/tokens')
    await page.getByLabel('Name').fill('CI')
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect.poll(() => page.getByText('Your token CI').count()).toBe(1)
  })

  it('signs out at the provider, too: the next sign-in is asked for a name again', async () => {
    await page.getByRole('button', { name: /account menu for bob/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${idp.issuer}/session/end**`)
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.waitForURL(`${url}/login*`)
    await page.getByRole('link', { name: 'Sign in with Corp' }).click()
    await page.waitForURL(`${idp.issuer}/interaction/**`)
    expect(await page.locator('input[name=login]').count()).toBe(1)
  })

  it('broken, says so, and lets an owner in by password, which the audit trail tells', async () => {
    await page.goto('/login')
    await idp.close()
    await server.services.db.updateTable('identityProvider').set({ issuer: 'http://127.0.0.1:9' }).execute()
    await page.getByRole('link', { name: 'Sign in with Corp' }).click()
    await page.getByRole('alert').getByText('provider/unreachable').waitFor()
    await page.getByLabel('Email').fill(ada.credentials.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.credentials.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/p/shop/flags')
    const event = await server.services.db
      .selectFrom('event')
      .select(['subject', 'after'])
      .where('action', '=', 'account.sign-in')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ subject: ada.credentials.email, after: { by: 'password', insteadOf: 'corp' } })
  })
})
