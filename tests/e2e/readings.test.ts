import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor, sideways } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  const where = { project: 'shop', environment: 'development' }
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout', onIn: ['development'] })
  const key = await owner.api.keys.create.mutate({ ...where, kind: 'server', name: 'Billing' })
  await owner.api.keys.create.mutate({ ...where, kind: 'client', name: 'Web' })
  await readByUnleash(key.text)
})

const readByUnleash = (key: string) =>
  fetch(`${url}/unleash/api/client/features`, {
    headers: {
      authorization: key,
      'unleash-appname': 'billing',
      'unleash-sdk': 'unleash-node-sdk:6.12.1',
      'unleash-client-spec': '5.2.0',
    },
  })

describe('the SDKs of other systems', () => {
  it('are told where to read, and seen when they do', async () => {
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/connect?env=development')
    await page.getByRole('heading', { name: 'Keep the SDK you have' }).waitFor()
    const readers = page.getByRole('region', { name: 'Applications that read Development' })
    await readers.getByText('unleash-node-sdk:6.12.1').waitFor()
    expect(await readers.getByText('billing').count()).toBe(1)
    expect(await page.getByText(`${url}/launchdarkly`, { exact: true }).count()).toBe(1)
    expect(outside).toEqual([])
  })

  it('are listed with a flag: who reads it, and why not', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/flags/checkout/code?env=development')
    const table = page.getByRole('region', { name: 'SDKs of other systems' })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(5)
  })

  it('are protected: what they would lose is told while it is edited, and held back where that is wanted', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings')
    await page.getByRole('checkbox', { name: 'Protect other systems’ SDKs' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await owner.api.projects.get.query({ project: 'shop' })).protectReaders).toBe(true)
    await page.goto('/p/shop/flags/checkout?env=development')
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await page.getByRole('button', { name: 'Split' }).click()
    const bar = page.getByRole('region', { name: 'Unpublished changes' })
    await bar.getByText('Unleash SDKs would no longer get checkout').waitFor()
    await bar.getByText('The project’s settings hold this back.').waitFor()
    await bar.getByRole('button', { name: /Publish|Review/ }).click()
    await page.getByText('reading/would-be-lost').waitFor()
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('are named where a change, or an edit of a segment, would take a flag from them', async () => {
    const { api } = owner
    const [project, environment] = ['shop', 'development']
    await api.segments.create.mutate({ project, key: 'staff', name: 'Staff' })
    await api.flags.create.mutate({ project, key: 'menu', name: 'Menu', onIn: [environment] })
    const { revision: base = 0, document } =
      (await api.flags.get.query({ project, flag: 'menu' })).heads[environment] ?? {}
    if (document === undefined) throw new Error('no menu')
    const rules = [{ id: 'staff', when: { segment: 'staff' }, serve: { variant: 'on' } }]
    const menu = { kind: 'flag' as const, key: 'menu', environment, base, document: { ...document, rules } }
    const used = await api.changes.save.mutate({ project, title: 'Staff', entries: [menu] })
    await api.changes.publish.mutate({ project, change: used.number })
    const when = { attribute: 'appName', operator: 'is' as const, values: ['till'] }
    const segment = (await api.segments.get.query({ project, segment: 'staff' })).heads[environment]
    if (segment === undefined) throw new Error('no staff')
    const staff = {
      ...menu,
      kind: 'segment' as const,
      key: 'staff',
      base: segment.revision,
      document: { ...segment.document, when },
    }
    const { number } = await api.changes.save.mutate({ project, title: 'By app', entries: [staff] })

    const { page } = await aVisitor(browser, url, owner)
    await page.goto(`/p/shop/changes/${number}`)
    const moves = page.getByRole('region', { name: 'Who moves' })
    await moves.getByText('Unleash SDKs would no longer get menu').waitFor()
    await page.getByRole('button', { name: 'Edit staff' }).click()
    const bar = page.getByRole('region', { name: 'Unpublished changes' })
    await bar.getByText('Unleash SDKs would no longer get menu').waitFor()
    await bar.getByRole('button', { name: /Review/ }).click()
    await page.getByRole('dialog').getByText('Unleash SDKs would no longer get menu').waitFor()
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('are named before flags are turned on together, or later', async () => {
    const { api } = owner
    const [project, environment] = ['shop', 'production']
    const key = await api.keys.create.mutate({ project, environment, kind: 'server', name: 'Billing' })
    await readByUnleash(key.text)
    await api.flags.create.mutate({ project, key: 'late', name: 'Late' })
    const { revision: base = 0, document } =
      (await api.flags.get.query({ project, flag: 'late' })).heads[environment] ?? {}
    if (document === undefined) throw new Error('no late')
    // While the flag is off, its rules don't matter.
    const when = { attribute: 'appName', operator: 'is' as const, values: ['till'] }
    const rules = [{ id: 'till', when, serve: { variant: 'on' } }]
    const late = { kind: 'flag' as const, key: 'late', environment, base, document: { ...document, rules } }
    const { number } = await api.changes.save.mutate({ project, title: 'Late', message: 'Late', entries: [late] })
    await api.changes.publish.mutate({ project, change: number })

    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/flags?sel=late')
    const bar = page.getByRole('region', { name: 'Selected flags' })
    await bar.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('menuitem', { name: 'Production' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Unleash SDKs would no longer get late').waitFor()
    await sheet.getByText('The project’s settings hold this back.').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('turn on late prod mon 9am')
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: /^Schedule for/ }).waitFor()
    await sheet.getByText('Unleash SDKs would no longer get late').waitFor()
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.context().close()
  })

  it('can be given splits that they compute, by a choice in the settings', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings')
    await page.getByRole('combobox', { name: 'Hash of new splits' }).click()
    await page.getByRole('option', { name: 'Portable' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await owner.api.projects.get.query({ project: 'shop' })).dialect).toBe('portable')
  })
})
