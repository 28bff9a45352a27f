import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { aVisitor } from '../visitor.ts'
import {
  aFlag,
  aReview,
  browser,
  editor,
  type Owner,
  owner,
  project,
  publisher,
  turnsOn,
  url,
} from './people-at-work.ts'

describe('the inbox', () => {
  it('tells of a review that somebody asks for in any project, and forgets it when it is given', async () => {
    const { page } = await aVisitor(browser, url, publisher)
    await page.goto('/inbox')
    const waiting = page.getByRole('main').getByRole('status')
    await expect.poll(() => waiting.textContent()).toMatch(/\d change/)
    const before = Number.parseInt((await waiting.textContent()) ?? '', 10)
    const flag = await aFlag()
    const change = await aReview(flag, turnsOn)
    await page.getByRole('link', { name: `Change ${flag}` }).waitFor()
    await expect.poll(() => waiting.textContent()).toContain(`${before + 1} change`)
    const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })
    await expect.poll(() => inbox.textContent()).toContain(String(before + 1))
    await page.locator('body').press('j')
    await publisher.api.changes.approve.mutate({ project, change, version: 1 })
    await page.goto('/inbox?tab=mine')
    await page.getByText('You have no open changes').waitFor()
    const chosen = page.getByRole('navigation', { name: 'Show changes' }).locator('[aria-current]')
    expect(await chosen.allTextContents()).toEqual(['Created by me'])
  })
})

describe('two people on the page of one flag', () => {
  it('see each other come, edit and leave', async () => {
    const flag = await aFlag()
    const { page: eda } = await aVisitor(browser, url, editor)
    const { page: pia } = await aVisitor(browser, url, publisher)
    const here = (page: Page) => page.getByRole('status', { name: 'Also viewing' })
    await eda.goto(`/p/shop/flags/${flag}`)
    await eda.getByText('Add rule').waitFor()
    expect(await here(eda).textContent()).toBe('')
    await pia.goto(`/p/shop/flags/${flag}`)
    await here(eda).getByText('Pia is viewing this flag').waitFor()
    await here(pia).getByText('Eda is viewing this flag').waitFor()
    await eda.getByRole('button', { name: 'Add rule' }).click()
    await here(pia).getByText('Eda is editing Development').waitFor()
    await eda.keyboard.press('Escape')
    await eda.getByRole('link', { name: 'Segments' }).first().click()
    await here(pia).getByText('Eda is viewing this flag').waitFor({ state: 'detached' })
  })
})

it('an edit that has not reached the server is its writer’s: whoever signs in next in that browser has none of it', async () => {
  const flag = await aFlag()
  const { page } = await aVisitor(browser, url, editor)
  const open = () => page.goto(`/p/${project}/flags/${flag}`)
  const signInAs = async (person: Owner) => {
    const [name = '', value = ''] = person.cookie().split('=')
    await page.context().addCookies([{ name, value, url }])
    await open()
    await page.getByText('Add rule').waitFor()
  }
  const kept = page.getByText('Saved on this device until the server responds')
  await page.route('**/trpc/*drafts.save*', (route) => route.abort())
  await open()
  await page.getByPlaceholder(/country is/).fill('country is NO → on')
  await page.keyboard.press('Enter')
  await kept.waitFor()

  await signInAs(owner)
  expect(await kept.count()).toBe(0)
  expect(await page.getByText('country is NO').count()).toBe(0)

  await signInAs(editor)
  await kept.waitFor()
  await page.unroute('**/trpc/*drafts.save*')
  await expect.poll(async () => (await editor.api.drafts.list.query({ project })).length).toBe(1)
  expect(await owner.api.drafts.list.query({ project })).toEqual([])
  await page.context().close()
})
