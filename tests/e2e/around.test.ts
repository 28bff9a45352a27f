import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../src/client/api/refusal.ts'
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
    const middle = picture.getByRole('link', { name: /flag checkout, .*in the middle/ })
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
    expect(await flaws(page, [desk, phone])).toEqual([])
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
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
})

describe('a publish that moves many', () => {
  const sample = async () => {
    const { text: secret } = await owner.api.keys.create.mutate({ ...place, kind: 'server', name: 'Sampler' })
    const at = new Date().toISOString()
    for (let from = 0; from < 300; from += 50) {
      const contexts = Array.from({ length: 50 }, (_, i) => ({
        targetingKey: `u${from + i}`,
        country: i < 10 ? 'SE' : 'NO',
      }))
      const answer = await fetch(`${url}/sdk/v1/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ instance: 'i', sdk: 'test', from: at, to: at, counts: [], contexts, dropped: 0 }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
  }

  it('is asked to be reviewed before it is refused, and is published once somebody has looked', async () => {
    await owner.api.environments.edit.mutate({ ...place, sampling: true })
    await sample()
    await page.goto('/p/shop/settings/environments?env=development')
    await page.getByRole('checkbox', { name: 'Ask for a second look at large moves' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('second look over 5%').waitFor()

    const { heads } = await owner.api.flags.get.query({ project: 'shop', flag: 'payments' })
    const head = heads['development']
    if (head === undefined) throw new Error('payments is not there')
    const when = { attribute: 'country', operator: 'is' as const, values: ['SE'] }
    const document = { ...head.document, rules: [{ id: 'r1', when, serve: { variant: 'off' } }] }
    const entry = { kind: 'flag' as const, key: 'payments', document }
    const publish = { ...place, base: head.revision, message: 'Off in Sweden', entries: [entry] }
    const refused = await owner.api.revisions.publish.mutate(publish).then(() => null, refusalOf)
    expect(refused?.code).toBe('impact/second-look')

    await owner.api.drafts.save.mutate({
      project: 'shop',
      entry: { environment: 'development', ...entry, base: head.revision },
    })
    await page.goto('/p/shop/flags/payments?env=development')
    await page.getByRole('button', { name: /^Review 1 change/ }).click()
    await page.getByText('60 of 300 recent contexts would get a different variant').waitFor()
    await page.getByText('Each counts once, however often it asked.').waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.getByRole('button', { name: /Request review: 60 of 300 move, over 5%/ }).click()
    await page.getByText('Review requested for').waitFor()
    const number = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { state, approvals } = await owner.api.changes.get.query({ project: 'shop', change: number })
    expect([state, approvals[0]?.required]).toEqual(['in-review', 1])
  })
})
