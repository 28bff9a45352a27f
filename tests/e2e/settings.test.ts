import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
})

describe('the settings of a project', () => {
  it('say how many approvals production requires', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings')
    await page.getByRole('link', { name: 'Environments' }).click()
    await page.getByRole('link', { name: 'Production' }).click()
    await page.getByLabel('Required approvals').selectOption('2 approvals')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('requires 2 approvals').waitFor()
    const environments = await owner.api.environments.list.query({ project: 'shop' })
    expect(environments.find((one) => one.key === 'production')?.requiredApprovals).toBe(2)
  })

  it('make an environment, put it first and delete it by its key', async () => {
    const { page } = await aVisitor(browser, url, owner)
    const keys = async () => (await owner.api.environments.list.query({ project: 'shop' })).map((one) => one.key)
    await page.goto('/p/shop/settings/environments')
    await page.getByRole('button', { name: 'New environment' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Preview')
    await page.getByRole('button', { name: 'Create environment' }).click()
    for (const at of [2, 1, 0]) {
      await page.getByRole('button', { name: 'Move Preview up' }).click()
      await expect.poll(async () => (await keys()).indexOf('preview')).toBe(at)
    }
    await page.getByRole('link', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Delete Preview' }).click()
    const act = page.getByRole('button', { name: 'Delete environment' })
    expect(await act.isDisabled()).toBe(true)
    await page.getByLabel('Type preview to confirm').fill('preview')
    await act.click()
    await expect.poll(keys).toEqual(['development', 'staging', 'production'])
  })
})

describe('a flag with the key "new"', () => {
  it('has its page, and can be deleted for good once it is archived', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await owner.api.projects.create.mutate({ key: 'plain', name: 'Plain' })
    await owner.api.flags.create.mutate({ project: 'plain', key: 'new', name: 'New things' })
    await page.goto('/p/plain/flags/new')
    await page.getByRole('heading', { name: 'New things' }).waitFor()
    await owner.api.flags.archive.mutate({ project: 'plain', flag: 'new' })
    await page.reload()
    await page.getByRole('button', { name: 'Flag actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete permanently…' }).click()
    await page.getByLabel('Type new to confirm').fill('new')
    await page.getByRole('button', { name: 'Delete flag' }).click()
    await page.waitForURL('**/p/plain/flags?status=archived')
    const { rows } = await owner.api.flags.list.query({ project: 'plain', archived: true })
    expect(rows).toEqual([])
  })
})
