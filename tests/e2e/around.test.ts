import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { desk, flaws, phone } from './matrix/look.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page
const place = { project: 'shop', environment: 'development' }

const put = async (flag: string, edit: (document: FlagDocument) => FlagDocument) => {
  const { heads } = await owner.api.flags.get.query({ project: 'shop', flag })
  const head = heads['development']
  if (head === undefined) throw new Error(`${flag} is not there`)
  const entries = [{ kind: 'flag' as const, key: flag, document: edit(head.document) }]
  await owner.api.revisions.publish.mutate({ ...place, base: head.revision, message: 'Tied', entries })
}
const requiring = (flag: string) => (document: FlagDocument) => ({
  ...document,
  prerequisites: [{ flag, variants: ['on'] }],
})

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  ;({ page } = await aVisitor(browser, url, owner))
  for (const key of ['payments', 'checkout', 'express'])
    await owner.api.flags.create.mutate({ project: 'shop', key, name: key, onIn: ['development'] })
  await put('checkout', requiring('payments'))
  await put('express', requiring('checkout'))
})

describe('what stands around a flag', () => {
  it('is walked by arrow keys, and put in the middle', async () => {
    await page.goto('/p/shop/flags/checkout/around?env=development')
    const picture = page.getByRole('group', { name: 'Picture of what stands around checkout' })
    const middle = picture.getByRole('link', { name: /flag checkout.*in the middle/ })
    await middle.waitFor()
    // Phones have no diagram, so the desktop size comes last.
    expect(await flaws(page, [phone, desk])).toEqual([])
    await middle.focus()
    await page.keyboard.press('ArrowRight')
    expect(await picture.locator(':focus').getAttribute('data-place')).toBe('flag express')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await picture.locator(':focus').getAttribute('data-place')).toBe('flag payments')
    const tree = page.getByRole('region', { name: 'What stands around checkout' })
    expect(await tree.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('requires payments'),
      expect.stringContaining('required by express'),
    ])
    await page.keyboard.press('f')
    await page.getByRole('group', { name: 'Picture of what stands around payments' }).waitFor()
    expect(new URL(page.url()).searchParams.get('focus')).toBe('flag:payments')
  })

  it('is told when it keeps the flag from being archived', async () => {
    await page.goto('/p/shop/flags/payments')
    await page.getByRole('button', { name: 'Flag actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'payments can’t be archived yet' })
    await dialog.getByText('checkout: remove the prerequisite payments').waitFor()
    await dialog.getByText('express, through checkout').waitFor()
    expect(await dialog.getByRole('button', { name: 'Archive' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  it('is told which live builds read it, and an admin archives it in spite of them, with a reason', async () => {
    const { api } = owner
    await api.flags.create.mutate({ project: 'shop', key: 'wallet', name: 'wallet', onIn: ['development'] })
    const { text } = await api.keys.create.mutate({ ...place, kind: 'server', name: 'shop-web' })
    const declared = { key: 'wallet', type: 'boolean', variants: null, default: false }
    const told = await fetch(`${url}/sdk/v1/build`, {
      method: 'POST',
      headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'shop-web', version: '2.4.0', runtime: 'node', flags: [declared] }),
    })
    expect(told.status).toBe(202)
    await page.goto('/p/shop/flags/wallet')
    await page.getByRole('button', { name: 'Flag actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Live builds still read wallet' })
    await dialog.getByText('shop-web 2.4.0').waitFor()
    expect(await flaws(page, [phone, desk])).toEqual([])
    const anyway = dialog.getByRole('button', { name: 'Archive anyway' })
    expect(await anyway.isDisabled()).toBe(true)
    await dialog.getByLabel('Archive it anyway').fill('Its default is what they want')
    await anyway.click()
    await page.getByText('This flag is archived').waitFor()
    expect((await api.flags.get.query({ project: 'shop', flag: 'wallet' })).flag.archivedAt).not.toBeNull()
  })
})
