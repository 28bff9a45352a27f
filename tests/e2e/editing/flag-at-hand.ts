import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { anOwner, testServer } from '../../support/server.ts'
import { aVisitor } from '../visitor.ts'

export let browser: Browser
export let url: string
export let owner: Awaited<ReturnType<typeof anOwner>>
export let page: Page
export let flag = ''
export let count = 0

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  ;({ page } = await aVisitor(browser, url, owner))
})

beforeEach(async () => {
  count += 1
  await page.setViewportSize({ width: 1440, height: 900 })
  flag = `flag-${count}`
  await owner.api.flags.create.mutate({ project: 'shop', key: flag, name: `Flag ${count}`, onIn: ['development'] })
  await page.goto(`/p/shop/flags/${flag}`)
  await page.getByText('Add rule').waitFor()
})

export const head = async (environment: string) => {
  const { heads } = await owner.api.flags.get.query({ project: 'shop', flag })
  const found = heads[environment]
  if (found === undefined) throw new Error(`no head in ${environment}`)
  return found
}

/** Adds a rule, and fills in `country is NO or DE`. */
export const addRule = async () => {
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  await page.getByRole('combobox', { name: 'Rule 1, condition 1, attribute' }).fill('country')
  const values = page.getByLabel('Rule 1, condition 1, values').first()
  await values.fill('NO')
  await values.press('Enter')
  await values.fill('DE')
  await values.press('Enter')
}

/** Switches to a flag with another key. */
export const goOnWith = (key: string): void => {
  flag = key
}
