import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor, flaws } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  await owner.api.projects.create.mutate({ key: 'empty', name: 'Empty' })
  const inShop = { project: 'shop' }
  await owner.api.flags.create.mutate({ ...inShop, key: 'checkout', name: 'Checkout', onIn: ['development'] })
  const variants = [
    { key: 'compact', value: 'compact' },
    { key: 'classic', value: 'classic' },
  ]
  await owner.api.flags.create.mutate({ ...inShop, key: 'hero', name: 'Hero', type: 'string', variants, tags: ['web'] })
  await owner.api.segments.create.mutate({ ...inShop, key: 'staff', name: 'Staff' })
  await owner.api.keys.create.mutate({ ...inShop, environment: 'development', kind: 'client', name: 'Web shop' })
})

/** A screen: its address and what is on it once it is there; `open` does more before it is looked at. */
type Screen = { path: string; shows: string; open?: (page: Page) => Promise<void> }

const openRule = async (page: Page) => {
  await page.getByRole('button', { name: /Add rule/ }).click()
  await page.getByRole('combobox', { name: 'Rule 1, condition 1, attribute' }).fill('country')
  await page.getByLabel('Rule 1, condition 1, values').first().fill('NO')
  await page.getByLabel('Rule 1, condition 1, values').first().press('Enter')
  await page.getByRole('button', { name: 'Split' }).click()
  await page.getByText('1 unpublished change').waitFor()
}

const screens: Record<string, Screen> = {
  projects: { path: '/projects', shows: 'All projects that you may see' },
  flags: { path: '/p/shop/flags', shows: 'Checkout' },
  'no flags': { path: '/p/empty/flags', shows: 'No flags yet' },
  'no match': { path: '/p/shop/flags?q=nothing', shows: 'No flag matches' },
  'new flag': { path: '/p/shop/flags?new=true', shows: 'Create flag' },
  'a flag': { path: '/p/shop/flags/checkout', shows: 'Add rule' },
  'settings of a flag': { path: '/p/shop/flags/hero/settings', shows: 'Meant to stay' },
  'code of a flag': { path: '/p/shop/flags/hero/code?runtime=react', shows: 'Copy code' },
  'a rule': { path: '/p/shop/flags/hero', shows: 'Add rule', open: openRule },
  'the publish sheet': {
    path: '/p/shop/flags/checkout',
    shows: 'Add rule',
    open: async (page) => {
      await page.getByRole('switch', { name: /Production/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  segments: { path: '/p/shop/segments', shows: '1 segment' },
  'no segments': { path: '/p/empty/segments', shows: 'No segments yet' },
  'a segment': {
    path: '/p/shop/segments/staff',
    shows: 'Who belongs to it',
    open: async (page) => {
      await page.getByLabel('Always in').fill('user-1')
      await page.getByText('1 unpublished change').waitFor()
    },
  },
  'the playground': { path: '/p/shop/playground?who=user-1+country%3DNO&flag=checkout', shows: 'serves on' },
  connect: { path: '/p/shop/connect', shows: 'All keys' },
  'a flag that is not there': { path: '/p/shop/flags/nope', shows: 'There is no such flag' },
  'a project that is not there': { path: '/p/nope/flags', shows: 'There is no such project' },
  'a page that is not there': { path: '/nowhere', shows: 'There is no page here' },
  'the account menu': {
    path: '/p/shop/flags',
    shows: 'Checkout',
    open: (page) => page.getByRole('button', { name: /account of/ }).click(),
  },
  'a list of choices': {
    path: '/p/shop/flags/hero?env=staging',
    shows: 'Add rule',
    open: async (page) => {
      await openRule(page)
      await page.getByRole('combobox', { name: 'Rule 1, condition 1, operator' }).click()
    },
  },
  'the panel of a cell': {
    path: '/p/shop/flags',
    shows: 'Checkout',
    open: async (page) => {
      await page.locator('td[data-environment=production] button').first().click()
      await page.getByRole('button', { name: 'Schedule…' }).click()
      await page.getByLabel('What and when').fill('on mon 9am')
    },
  },
  'a selection with a flag at a glance': {
    path: '/p/shop/flags?sel=checkout,hero&peek=hero',
    shows: '2 flags selected',
    open: (page) => page.getByRole('complementary', { name: 'Hero at a glance' }).getByText('Production').waitFor(),
  },
  'the sheet of an intent': {
    path: '/p/shop/flags?act=copy:development+checkout+production',
    shows: 'What changes',
  },
  'the palette': {
    path: '/p/shop/flags',
    shows: 'Checkout',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run' }).fill('turn off check')
      await page.getByRole('option').first().waitFor()
    },
  },
  'keys of one’s own': { path: '/me/shortcuts', shows: 'Single keys work' },
  shortcuts: {
    path: '/p/shop/flags',
    shows: 'Checkout',
    open: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
}

describe('a screen has no flaw that axe knows, fits its width, and asks no other server', () => {
  it.each(Object.entries(screens))('%s', async (_, { path, shows, open }) => {
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto(path)
    await page.getByText(shows).first().waitFor()
    await open?.(page)
    expect(await flaws(page)).toEqual([])
    expect(outside).toEqual([])
    await page.context().close()
  })
})

describe('the sign-in', () => {
  it('has no flaw that axe knows and fits its width', async () => {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await page.goto(`${url}/p/shop/flags/checkout`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(await flaws(page)).toEqual([])
    await page.context().close()
  })

  it('leads to where the link pointed', async () => {
    const page = await browser.newPage()
    await page.goto(`${url}/p/shop/flags/checkout?env=staging`)
    await page.getByLabel('Email').fill(owner.credentials.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password)
    await page.keyboard.press('Enter')
    await page.getByText('Add rule').waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/p/shop/flags/checkout?env=staging')
    await page.close()
  })
})
