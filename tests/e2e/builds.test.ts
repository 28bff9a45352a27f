import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeclaredFlag } from '../../src/shared/features/builds/schemas/build.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page
let outside: string[]
const keys: Record<string, string> = {}

const project = 'shop'
const hero: DeclaredFlag = { key: 'hero', type: 'string', variants: ['classic', 'compact'], default: 'classic' }

/** A build of shop-web reports itself with the server key of an environment. */
const ships = async (version: string, flags: DeclaredFlag[], environment = 'production') => {
  const answer = await fetch(`${url}/sdk/v1/build`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[environment]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'shop-web', version, runtime: 'node', flags }),
  })
  expect(answer.status).toBe(202)
}
const documentOf = async (flag: string, environment: string): Promise<FlagDocument> => {
  const head = (await owner.api.flags.get.query({ project, flag })).heads[environment]
  if (head === undefined) throw new Error(`${flag} is not in ${environment}`)
  return head.document
}

beforeAll(async () => {
  const started = await testServer()
  url = started.url
  browser = await aChromium()
  owner = await anOwner(url, project)
  const variants = ['wide', 'compact', 'classic'].map((key) => ({ key, value: key }))
  await owner.api.flags.create.mutate({ project, key: 'hero', name: 'Hero', type: 'string', variants })
  for (const environment of ['development', 'production']) {
    const input = { project, environment, kind: 'server' as const, name: 'Backend' }
    keys[environment] = (await owner.api.keys.create.mutate(input)).text
  }
  ;({ page, outside } = await aVisitor(browser, url, owner))
})

describe('builds', () => {
  it('are asked for where there are none, with the two lines that tell of one', async () => {
    await page.goto('/p/shop/flags')
    await page.getByText('Hero').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.getByText('No live builds in Production').waitFor()
    await page.getByText("const flags = defineFlags({ hero: { type: 'string', default: '' } })").waitFor()
    await page.getByRole('link', { name: 'Create a key for Production' }).click()
    await page.getByRole('link', { name: 'builds of Production' }).click()
    await page.getByText('No live builds in Production').waitFor()
    expect(outside).toEqual([])
  })

  it('say what they declare and what doesn’t fit, and lead to the flag’s code and back', async () => {
    const attribute: DeclaredFlag = { key: 'hero', type: 'string', variants: ['classic'], default: 'modern' }
    await ships('2.3.0', [attribute], 'development')
    await page.goto('/p/shop/builds?env=development')
    await page.getByRole('heading', { name: /shop-web 2\.3\.0/ }).waitFor()
    await page.getByText(/its default "modern" is none of the server’s variants/).waitFor()
    await page.getByText('Declares 1 flag').click()
    await page.getByRole('region', { name: 'Flags of shop-web 2.3.0' }).getByRole('link', { name: 'hero' }).click()
    await page.getByText('Versions of applications that declare this flag').waitFor()
    await page.getByRole('link', { name: 'All builds' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Development' }).click()
    await page.getByRole('heading', { name: /shop-web 2\.3\.0/ }).waitFor()
    await page.getByRole('link', { name: 'Old 0' }).click()
    await page.getByText('No old builds in Development').waitFor()
    expect(outside).toEqual([])
  })
})

describe('flags that builds ask for', () => {
  it('are created from a line over the list, as the build declares them, and nobody’s answer changes', async () => {
    const pay: DeclaredFlag = { key: 'express-pay-2', type: 'string', variants: ['card', 'invoice'], default: 'card' }
    const old: DeclaredFlag = { key: 'old-banner', type: 'boolean', variants: null, default: true }
    await ships('2.4.0', [hero, pay, old])
    await page.goto('/p/shop/flags')
    const line = page.getByRole('region', { name: 'Flags that builds ask for' })
    await line.getByText('shop-web 2.4.0 asks for express-pay-2, which isn’t here').waitFor()
    await line.getByRole('link', { name: 'Create express-pay-2' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New flag' })
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe('express-pay-2')
    expect(await dialog.getByLabel('Key for variant 2').inputValue()).toBe('card')
    await dialog.getByRole('button', { name: 'Create flag' }).click()
    await page.getByText('express-pay-2 is off everywhere.').waitFor()
    expect(await documentOf('express-pay-2', 'production')).toMatchObject({
      on: false,
      type: 'string',
      offVariant: 'card',
      variants: { invoice: 'invoice', card: 'card' },
    })
  })

  it('are dismissed for oneself, and come back by the undo', async () => {
    const line = page.getByRole('region', { name: 'Flags that builds ask for' })
    await line.getByRole('button', { name: 'Dismiss old-banner' }).click()
    await line.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Hero').first().waitFor()
    expect(await line.count()).toBe(0)
    expect(await owner.api.builds.unknown.query({ project })).toEqual([])
    await owner.api.builds.dismissUnknown.mutate({ project, flag: 'old-banner', dismissed: false })
    await page.reload()
    await line.getByText('old-banner').waitFor()
  })
})

describe('a publish that a live build doesn’t expect', () => {
  it('is told in the sheet with the builds, refused in Production, and published by an admin with a reason', async () => {
    await owner.api.flags.switch.mutate({
      ...{ project, environment: 'production', flag: 'hero', on: false },
      base: (await owner.api.flags.get.query({ project, flag: 'hero' })).heads['production']?.revision ?? 0,
    })
    await page.goto('/p/shop/flags?act=on+hero+production')
    const sheet = page.getByRole('dialog')
    const told = sheet.getByRole('alert', { name: 'Live builds' })
    await told.getByText('shop-web 2.4.0 doesn’t declare "wide", which hero would serve').waitFor()
    const publish = sheet.getByRole('button', { name: /^Turn on in Production/ })
    expect(await publish.isDisabled()).toBe(true)
    await told.getByRole('button', { name: 'Publish anyway…' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Falls back to classic')
    await publish.click()
    await sheet.waitFor({ state: 'detached' })
    expect((await documentOf('hero', 'production')).on).toBe(true)
    const { events } = await owner.api.audit.activity.query({ project })
    expect(JSON.stringify(events)).toContain('hero')
    expect(outside).toEqual([])
  })
})
