import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { instantIn, whenText } from '../../src/shared/text/time/when.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

type Owner = Awaited<ReturnType<typeof anOwner>>

let browser: Browser
let server: Server
let url: string
let owner: Owner
let editor: Owner
let publisher: Owner
let count = 0

const project = 'shop'

/** Somebody who accepted an invitation to the shop. */
const aMember = async (name: string, role: 'editor' | 'publisher'): Promise<Owner> => {
  const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
  const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role })
  const member = aBrowser(url)
  const token = link.split('/').at(-1) ?? ''
  await member.api.invitations.accept.mutate({ token, name, password: credentials.password })
  return { ...member, project, credentials }
}

beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  editor = await aMember('Eda', 'editor')
  publisher = await aMember('Pia', 'publisher')
  await server.services.db
    .updateTable('environment')
    .set({ requiredApprovals: 1 })
    .where('key', '=', 'production')
    .execute()
})

const aFlag = async (): Promise<string> => {
  count += 1
  const flag = `flag-${count}`
  await owner.api.flags.create.mutate({ project, key: flag, name: `Flag ${count}`, onIn: ['development'] })
  return flag
}

const production = async (flag: string): Promise<{ revision: number; document: FlagDocument }> => {
  const head = (await owner.api.flags.get.query({ project, flag })).heads['production']
  if (head === undefined) throw new Error('no head in production')
  return head
}

/** A change of a flag in production, before reviewers. */
const aReview = async (flag: string, edit: (document: FlagDocument) => FlagDocument): Promise<number> => {
  const { revision: base, document } = await production(flag)
  const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: edit(document) }]
  const { number } = await editor.api.changes.save.mutate({ project, title: `Change ${flag}`, entries })
  await editor.api.changes.requestReview.mutate({ project, change: number })
  return number
}

const turnsOn = (document: FlagDocument): FlagDocument => ({ ...document, on: true })
const servesOff = (document: FlagDocument): FlagDocument => ({ ...document, otherwise: { variant: 'off' } })

/** Publishes past a review, as an owner in a hurry would. */
const publishMeanwhile = async (flag: string, edit: (document: FlagDocument) => FlagDocument) => {
  const { revision: base, document } = await production(flag)
  const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: edit(document) }]
  const { number } = await owner.api.changes.save.mutate({ project, title: 'Meanwhile', entries })
  await owner.api.changes.bypass.mutate({ project, change: number, reason: 'It burns.' })
}

describe('a change', () => {
  it('goes from an editor by a publisher, in two browsers, to what is served', async () => {
    const flag = await aFlag()
    const { page: eda } = await aVisitor(browser, url, editor)
    await eda.goto(`/p/shop/flags/${flag}`)
    await eda.getByRole('switch', { name: /Production/ }).click()
    await eda.getByRole('button', { name: /Request review/ }).click()
    await eda.waitForURL(/\/changes\/\d+$/)
    await eda.getByText('In review').waitFor()

    const { page: pia } = await aVisitor(browser, url, publisher)
    await pia.goto('/p/shop/changes')
    await pia.getByRole('link', { name: /Changes .*waiting for you/ }).waitFor()
    await pia.getByRole('link', { name: new RegExp(flag) }).click()
    await pia.getByRole('button', { name: 'Approve' }).click()
    await pia.getByText('Approvals: 1 of 1').waitFor()
    await pia.getByRole('button', { name: 'Publish to Production' }).click()
    await pia.getByText('What changed').waitFor()
    expect((await production(flag)).document.on).toBe(true)
    await eda.context().close()
    await pia.context().close()
  })

  it('tells its author in place why they may not approve it', async () => {
    const number = await aReview(await aFlag(), turnsOn)
    const { page } = await aVisitor(browser, url, editor)
    await page.goto(`/p/shop/changes/${number}`)
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    expect(await approve.getAttribute('aria-disabled')).toBe('true')
    const reason = page.locator(`[id="${await approve.getAttribute('aria-describedby')}"]`)
    expect(await reason.textContent()).toContain('approve changes')
    await page.context().close()
  })

  it('sent back for changes is edited by its author, as the same change, and put before reviewers again', async () => {
    const flag = await aFlag()
    const number = await aReview(flag, turnsOn)
    await publisher.api.changes.requestChanges.mutate({ project, change: number, body: 'Serve off first.' })
    const { page } = await aVisitor(browser, url, editor)
    await page.goto(`/p/shop/changes/${number}`)
    await page.getByRole('button', { name: `Edit ${flag}` }).click()
    await page.waitForURL(new RegExp(`/flags/${flag}\\?.*change=${number}`))
    await page.getByText(`1 edit for change #${number} in Production`).waitFor()
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await page.getByRole('combobox', { name: 'Everyone else, variant' }).click()
    await page.getByRole('option', { name: 'off' }).click()
    await page.getByText(`2 edits for change #${number} in Production`).waitFor()
    await page.getByRole('button', { name: /^Review 2 changes/ }).click()
    await page.getByRole('button', { name: `Update change ${number}` }).click()
    await page.waitForURL(new RegExp(`/changes/${number}$`))
    await page.getByText('In review').waitFor()
    const { entries, version } = await editor.api.changes.get.query({ project, change: number })
    expect(entries.map(({ document }) => document)).toMatchObject([{ on: true, otherwise: { variant: 'off' } }])
    expect(version).toBe(2)
    expect((await editor.api.changes.list.query({ project, kind: 'flag', key: flag })).changes).toHaveLength(1)
    await page.context().close()
  })

  it('goes live at a time in a zone, said before and after', async () => {
    const number = await aReview(await aFlag(), turnsOn)
    await publisher.api.changes.approve.mutate({ project, change: number, version: 1 })
    const { page } = await aVisitor(browser, url, publisher)
    await page.goto(`/p/shop/changes/${number}`)
    await page.getByRole('button', { name: 'Schedule…' }).click()
    const local = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T09:00`
    const at = instantIn(local, 'Europe/Oslo') ?? ''
    const said = whenText(at, 'Europe/Oslo')
    await page.getByLabel('Goes live at').fill(local)
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Oslo')
    await page.getByRole('option', { name: 'Europe/Oslo' }).click()
    await page.getByText(said, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByText(`Goes live ${said}.`).waitFor()
    const { schedule } = await publisher.api.changes.get.query({ project, change: number })
    expect(schedule).toMatchObject({ at, zone: 'Europe/Oslo' })
    await page.context().close()
  })

  it('in conflict shows both sides, and goes on with the one that its author takes', async () => {
    const flag = await aFlag()
    const number = await aReview(flag, servesOff)
    await publishMeanwhile(flag, (document) => ({
      ...document,
      otherwise: {
        split: {
          parts: [
            { variant: 'on', from: 0, to: 50_000 },
            { variant: 'off', from: 50_000, to: 100_000 },
          ],
        },
      },
    }))
    const { page } = await aVisitor(browser, url, editor)
    await page.goto(`/p/shop/changes/${number}`)
    await page.getByRole('radio', { name: /This change/ }).check()
    await page.getByRole('button', { name: 'Update to latest' }).click()
    await page.getByText('Approvals: 0 of 1').waitFor()
    await expect
      .poll(async () => (await editor.api.changes.get.query({ project, change: number })).state)
      .toBe('in-review')
    await page.context().close()
  })
})

describe('the activity', () => {
  it('tells what was done in sentences, with the filter in the address', async () => {
    const flag = await aFlag()
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/activity')
    await page.getByText(`Ada created flag ${flag}`).waitFor()
    await page.getByRole('combobox', { name: 'Action' }).fill('Invite')
    await page.getByRole('option', { name: 'Invite', exact: true }).click()
    await page.waitForURL(/what=invitation\.create/)
    await page.reload()
    await page.getByText('Ada invited pia@example.com').waitFor()
    expect(await page.getByText(`created flag ${flag}`).count()).toBe(0)
    expect(outside).toEqual([])
    await page.context().close()
  })
})

describe('where approvals are required', () => {
  const goLive = async (flag: string, edit: (document: FlagDocument) => FlagDocument) => {
    const change = await aReview(flag, edit)
    await publisher.api.changes.approve.mutate({ project, change, version: 1 })
    await publisher.api.changes.applyNow.mutate({ project, change })
  }

  it('a flag is taken away by a change, and archived then', async () => {
    const flag = await aFlag()
    await goLive(flag, turnsOn)
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto(`/p/shop/flags/${flag}/settings`)
    await page.getByRole('button', { name: 'Propose removal' }).click()
    await page.waitForURL('**/changes/*')
    const change = Number(page.url().split('/').at(-1))
    await publisher.api.changes.approve.mutate({ project, change, version: 1 })
    await publisher.api.changes.applyNow.mutate({ project, change })
    await page.goto(`/p/shop/flags/${flag}/settings`)
    await page.getByRole('button', { name: `Archive ${flag}` }).click()
    await page.getByRole('button', { name: `Restore ${flag}` }).waitFor()
    expect(await page.getByRole('button', { name: 'Propose removal' }).count()).toBe(0)
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('a switch off names the flags that go off with it, and asks for a review where it would turn others on', async () => {
    const [main, child, twin] = [await aFlag(), await aFlag(), await aFlag()]
    await goLive(main, turnsOn)
    await goLive(child, (document) => ({
      ...turnsOn(document),
      prerequisites: [{ flag: main, variants: ['on'] }],
    }))
    const { page } = await aVisitor(browser, url, publisher)
    const sheet = page.getByRole('dialog')
    await page.goto(`/p/shop/flags/${main}?env=production`)
    await page.getByRole('switch', { name: /Production/ }).click()
    await sheet.getByText(`This also turns off ${child}.`).waitFor()
    await sheet.getByRole('button', { name: 'Turn off in Production' }).waitFor()
    const rules = [{ id: 'r1', when: { flag: main, variants: ['off'] }, serve: { variant: 'on' } }]
    await goLive(twin, (document) => ({ ...turnsOn(document), rules, otherwise: { variant: 'off' } }))
    await page.reload()
    await page.getByRole('switch', { name: /Production/ }).click()
    const both = [child, twin].sort((a, b) => (a < b ? -1 : 1)).join(' and ')
    await sheet.getByText(`This also changes what ${both} may serve.`).waitFor()
    await expect.poll(() => sheet.getByRole('button', { name: 'Request review' }).count()).toBe(1)
    await page.context().close()
  })

  it('the list tells what went live without them', async () => {
    const flag = await aFlag()
    const change = await aReview(flag, turnsOn)
    await owner.api.changes.bypass.mutate({ project, change, reason: 'The shop is down.' })
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/changes?tab=all')
    const row = page.getByRole('listitem').filter({ hasText: `Change ${flag}` })
    await row.getByText('Published without approval').waitFor()
    expect(await row.getByText('Published without approval').count()).toBe(1)
    await page.context().close()
  })
})

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
    expect(await waiting.textContent()).toContain(`${before + 1} change`)
    expect(
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).textContent(),
    ).toContain(String(before + 1))
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
  await expect.poll(async () => (await editor.api.drafts.list.query({ project })).length, { timeout: 30_000 }).toBe(1)
  expect(await owner.api.drafts.list.query({ project })).toEqual([])
  await page.context().close()
})
