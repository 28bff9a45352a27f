import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appCode } from '../support/authenticator.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

const password = 'a long and winding phrase'

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout' })
})

/** A page of a signed-out visitor. */
const aStranger = async (): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: url })
  return context.newPage()
}

/** A user with an account who was invited as an editor of development. */
const aMember = async (email: string) => {
  const { link } = await owner.api.invitations.create.mutate({
    project: 'shop',
    email,
    role: 'editor',
    environments: ['development'],
  })
  const member = aBrowser(url)
  const token = link.split('/').at(-1) ?? ''
  await member.api.invitations.accept.mutate({ token, name: 'Carla', password })
  return { ...member, token, credentials: { email, password }, project: 'shop' }
}

const signIn = async (page: Page, email: string) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

describe('an invitation', () => {
  let link: string

  it('is sent from the members with an environment ticked: address, tick, Send', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings/members')
    await page.getByLabel('Email').fill('bob@example.com')
    await page
      .getByRole('group', { name: 'Environments for this role' })
      .getByLabel('Development', { exact: true })
      .check()
    await page.getByRole('button', { name: 'Send' }).click()
    const shown = page.locator('code', { hasText: '/invite/' })
    await shown.waitFor()
    link = (await shown.textContent()) ?? ''
    const terms = page.getByRole('cell', { name: 'editor in development, viewer elsewhere' })
    await expect.poll(() => terms.count()).toBe(1)
    await page.context().close()
  })

  it('says from whom, to what and with which rights, then makes the account and leads in', async () => {
    const page = await aStranger()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Join shop' }).waitFor()
    await page.getByText('Ada has invited you.').waitFor()
    await page.getByText('Editor in development, viewer elsewhere.').waitFor()
    await page.getByLabel('Your name').fill('Bob')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.waitForURL('**/p/shop/flags')
    const production = page.getByRole('switch', { name: 'Checkout in Production' })
    await expect.poll(() => production.getAttribute('aria-disabled')).toBe('true')
    expect(await production.getAttribute('title')).toContain('Your role is viewer; an admin can change it.')
    const development = page.getByRole('switch', { name: 'Checkout in Development' })
    expect(await development.getAttribute('aria-disabled')).toBe('false')
    // Segments, too, can be edited where the role allows it, and read elsewhere.
    await owner.api.segments.create.mutate({ project: 'shop', key: 'staff', name: 'Staff' })
    await page.goto('/p/shop/segments/staff?env=production')
    await page.getByText(/Your role is viewer/).waitFor()
    expect(await page.getByLabel('Always include').count()).toBe(0)
    await page.goto('/p/shop/segments/staff?env=development')
    await page.getByLabel('Always include').waitFor()
    await page.context().close()
  })

  it('is worth nothing a second time', async () => {
    const page = await aStranger()
    await page.goto(link)
    const used = page.getByRole('heading', { name: 'This invitation has already been used' })
    await expect.poll(() => used.count()).toBe(1)
    await page.context().close()
  })
})

describe('the members', () => {
  it('are one row each; the last admin stays, and the row says why', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings/members')
    await page.getByRole('button', { name: 'Remove Ada' }).click()
    const row = page.getByRole('row', { name: /ada@example.com/ })
    await row.getByRole('alert').waitFor()
    expect(await row.getByRole('alert').textContent()).toContain('last admin')
    await page.context().close()
  })

  it('come back by undo', async () => {
    await aMember('undone@example.com')
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings/members')
    const row = page.getByRole('row', { name: /undone@example.com/ })
    await row.getByRole('button', { name: /^Remove/ }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(await row.getByLabel('editor: Carla in Development').isChecked()).toBe(true)
    await page.context().close()
  })
})

describe('the second factor', () => {
  it('is set up with an app’s code, and then asked for at the sign-in', async () => {
    const member = await aMember('carla@example.com')
    const { page } = await aVisitor(browser, url, member)
    await page.goto('/me/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = ((await page.locator('form code').first().textContent()) ?? '').replaceAll(' ', '')
    // Each code works once, and this one must not be about to expire.
    await page.getByLabel('Code').fill(appCode(secret, Date.now()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    await page.context().close()

    const next = await aStranger()
    await signIn(next, 'carla@example.com')
    await next.getByRole('heading', { name: 'One more step' }).waitFor()
    await next.getByLabel('Code').fill(appCode(secret, Date.now() + 30_000))
    await next.keyboard.press('Enter')
    await expect.poll(() => new URL(next.url()).pathname).toBe('/p/shop/flags')
    await next.context().close()
  })
})

describe('the sign-in', () => {
  it('leads to where the link pointed', async () => {
    const page = await aStranger()
    await page.goto('/p/shop/flags/checkout?env=staging')
    await page.getByLabel('Email').fill(owner.credentials.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password)
    await page.keyboard.press('Enter')
    await page.getByText('Add rule').waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/p/shop/flags/checkout?env=staging')
    await page.context().close()
  })
})
