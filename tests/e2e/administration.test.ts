import type { Browser } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { aChromium } from '../support/chromium.ts'
import { anIdentityProvider, client, walk } from '../support/identity-provider.ts'
import { aReceiver } from '../support/receiver.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let server: Server
let owner: Awaited<ReturnType<typeof anOwner>>
let receiver: Awaited<ReturnType<typeof aReceiver>>

beforeAll(async () => {
  ;({ url, server } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' }))
  browser = await aChromium()
  receiver = await aReceiver()
  owner = await anOwner(url, 'shop')
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
})

describe('a webhook', () => {
  it('is made on its screen, tried, and its log tells what was answered', async () => {
    receiver.answers['/broken'] = 500
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Name').fill('Deploy bot')
    await page.getByLabel('URL').fill(`${receiver.base}/hook`)
    await page.getByLabel('Events').first().fill('Publish')
    await page.getByRole('option', { name: 'Publish', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = (await page.locator('code', { hasText: 'whsec_' }).textContent()) ?? ''
    await page.getByRole('button', { name: 'Send test' }).click()
    const row = page.getByRole('row', { name: /Test webhook.*delivered/ }).first()
    await row.waitFor()
    expect(await row.innerText()).toContain('200')
    const test = receiver.heard.find(({ path }) => path === '/hook')
    expect(new Webhook(secret).verify(test?.body ?? '', test?.headers ?? {})).toMatchObject({ type: 'webhook.test' })

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('URL').fill(`${receiver.base}/broken`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText(/retries at/).waitFor()
    receiver.answers['/broken'] = 200
    await page.getByRole('button', { name: 'Resend Test webhook' }).first().click()
    await expect.poll(() => receiver.heard.filter(({ path }) => path === '/broken').length).toBe(2)
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('hears nothing while it is paused', async () => {
    const { page } = await aVisitor(browser, url, owner)
    const { webhook } = await owner.api.webhooks.create.mutate({
      project: 'shop',
      name: 'Quiet',
      url: `${receiver.base}/quiet`,
    })
    await page.goto(`/p/shop/settings/webhooks?hook=${webhook.id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await owner.api.flags.update.mutate({ project: 'shop', flag: 'checkout', description: 'Changed' })
    const at = { project: 'shop', id: webhook.id }
    const { deliveries } = await owner.api.webhooks.deliveries.query(at)
    expect(deliveries.map(({ action, attempts }) => [action, attempts])).toContainEqual(['flag.update', 0])
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect
      .poll(() => receiver.heard.some(({ path, body }) => path === '/quiet' && body.includes('flag.update')))
      .toBe(true)
    await page.context().close()
  })
})

describe('the cleanup', () => {
  /** Flags that look 50 days old, one of which is still in use. */
  const seed = async () => {
    for (const key of ['first', 'second', 'third'])
      await owner.api.flags.create.mutate({ project: 'old', key, name: key, onIn: ['development', 'production'] })
    const { db } = server.services
    const before = new Date(Date.now() - 50 * 24 * 3_600_000)
    const { id } = await owner.api.projects.get.query({ project: 'old' })
    await db.updateTable('flag').set({ createdAt: before }).where('projectId', '=', id).execute()
    const { text } = await owner.api.keys.create.mutate({
      project: 'old',
      environment: 'production',
      kind: 'server',
      name: 'Shop',
    })
    const now = new Date().toISOString()
    const report = { instance: 'test', sdk: 'test', from: now, to: now, dropped: 0 }
    const counts = [{ flag: 'third', variant: 'on', count: 1_204 }]
    const body = JSON.stringify({ ...report, counts })
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
    expect((await fetch(`${url}/sdk/v1/telemetry`, { method: 'POST', headers, body })).status).toBe(202)
  }

  it('has chosen what nothing asks for: archives it by one key, and brings it back as it was', async () => {
    await owner.api.projects.create.mutate({ key: 'old', name: 'Old' })
    await seed()
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/old/cleanup')
    await page.getByRole('button', { name: 'Archive 2 flags' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Archived 2 flags').waitFor()
    const keys = async () => {
      const { rows } = await owner.api.flags.list.query({ project: 'old' })
      return rows.map(({ flag, cells }) => [flag.key, cells['production']?.on])
    }
    expect(await keys()).toEqual([['third', true]])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored 2 flags').waitFor()
    expect(await keys()).toEqual([
      ['first', true],
      ['second', true],
      ['third', true],
    ])
    await page.context().close()
  })

  it('is not needed for a flag that programs ask for: its usage says how often', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/old/flags/third')
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByText('Production served on 1,204 times').waitFor()
    await page.getByRole('img', { name: /Evaluations of third/ }).focus()
    await page.keyboard.press('End')
    await expect.poll(() => page.getByRole('status').filter({ hasText: ': on 1,204' }).count()).toBe(1)
    await page.context().close()
  })
})

describe('single sign-on', () => {
  it('is set up on its screen: the issuer is checked, and the sign-in page offers it', async () => {
    const idp = await anIdentityProvider(url, (name) => ({
      email: `${name}@corp.example`,
      name,
      groups: ['developers'],
    }))
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/org/sso')
    await page.getByRole('link', { name: 'Add provider' }).click()
    await page.getByLabel('Name').fill('Corp')
    await page.getByLabel('Issuer').fill(idp.issuer)
    await page.getByRole('button', { name: 'Check issuer' }).click()
    await page.getByText(`${idp.issuer} is reachable.`).waitFor()
    await page.getByLabel('Client ID').fill(client.clientId)
    await page.getByLabel('Client secret', { exact: true }).fill(client.clientSecret)
    await page.getByLabel('Domains').first().fill('corp.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Group 1', { exact: true }).fill('developers')
    await page.getByLabel('Group 1, access to').selectOption('shop')
    await page.getByLabel('Group 1, role').selectOption('editor')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('cell', { name: 'on' }).waitFor()
    await page.context().close()

    const login = await browser.newPage()
    await login.goto(`${url}/login`)
    expect(await login.getByRole('link', { name: 'Sign in with Corp' }).getAttribute('href')).toContain(
      '/auth/sso/corp',
    )
    await login.close()
    await walk(url, '/auth/sso/corp?to=/', 'bob')
    const members = await owner.api.members.list.query({ project: 'shop' })
    expect(members.find(({ user }) => user.name === 'bob')).toMatchObject({ role: 'editor', givenBy: 'Corp' })
  })
})

describe('a service token', () => {
  const reads = async (text: string) => {
    const input = encodeURIComponent(JSON.stringify({ project: 'shop' }))
    const headers = { authorization: `Bearer ${text}` }
    return (await fetch(`${url}/trpc/flags.list?input=${input}`, { headers })).status
  }

  it('is made and rotated on its screen, shown once each time', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/org/service-tokens?project=shop')
    await page.getByLabel('Name').fill('Pipeline')
    await page.getByRole('button', { name: 'Create token' }).click()
    const shown = page.locator('code', { hasText: /^fan_svc_.{43}$/ })
    await shown.waitFor()
    const first = (await shown.textContent()) ?? ''
    expect(await reads(first)).toBe(200)
    await page.getByRole('button', { name: 'Rotate Pipeline' }).click()
    await page.getByLabel('The old one keeps working for').selectOption('no time: it stops now')
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByText('New token Pipeline. It’s shown only once.').waitFor()
    const second = (await shown.filter({ hasNotText: first }).textContent()) ?? ''
    expect([await reads(first), await reads(second)]).toEqual([401, 200])
    await page.context().close()
  })
})

describe('the audit trail', () => {
  it('is filtered by its address, tells quietly of what is new, and is taken as a file', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/org/audit?what=flag.create&project=shop')
    await page.getByText('created flag checkout').waitFor()
    await owner.api.flags.create.mutate({ project: 'shop', key: 'heard', name: 'Heard' })
    const bar = page.getByRole('button', { name: '1 new · Show' })
    await bar.waitFor()
    expect(await page.getByText('created flag heard').count()).toBe(0)
    await bar.click()
    await page.getByText('created flag heard').waitFor()
    const href = (await page.getByRole('link', { name: 'Export as JSON Lines' }).getAttribute('href')) ?? ''
    const lines = (await (await owner.fetch(`${url}${href}`)).text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).subject)).toEqual(['shop/heard', 'shop/checkout'])
    await page.context().close()
  })
})

describe('an SDK key', () => {
  it('says who is connected with it, takes its pages, and is rotated while both work', async () => {
    const at = { project: 'shop', environment: 'development' }
    const { key, text } = await owner.api.keys.create.mutate({ ...at, kind: 'client', name: 'Web shop' })
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/connect')
    await page.getByText('Waiting for the first evaluation').waitFor()
    await page.getByRole('button', { name: 'More actions for Web shop' }).click()
    await page.getByRole('menuitem', { name: 'Edit allowed origins' }).click()
    await page.getByRole('combobox', { name: 'Allowed origins' }).fill('https://shop.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'https://shop.example' }).waitFor()
    const ask = (sdkKey: string, origin: string) =>
      fetch(`${url}/ofrep/v1/evaluate/flags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sdkKey}`, 'content-type': 'application/json', origin },
        body: JSON.stringify({ context: { targetingKey: 'user-1' } }),
      }).then(({ status }) => status)
    await expect.poll(() => ask(text, 'https://evil.example')).toBe(403)
    expect(await ask(text, 'https://shop.example')).toBe(200)

    await page.getByRole('button', { name: 'More actions for Web shop' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByText('expires', { exact: false }).first().waitFor()
    const fresh = (await owner.api.keys.list.query({ project: 'shop' })).find(
      (one) => one.name === key.name && one.id !== key.id,
    )
    expect(fresh?.allowedOrigins).toEqual(['https://shop.example'])
    expect([await ask(text, 'https://shop.example'), await ask(fresh?.text ?? '', 'https://shop.example')]).toEqual([
      200, 200,
    ])
    await page.context().close()
  })
})
