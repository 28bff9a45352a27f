import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { where } from '../support/builders.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { desk, flaws, phone } from './matrix/look.ts'
import { aVisitor } from './visitor.ts'

type Owner = Awaited<ReturnType<typeof anOwner>>

let browser: Browser
let url: string
let owner: Owner
let page: Page
let outside: string[]
let count = 0

const project = 'shop'
const half: FlagDocument['otherwise'] = {
  split: {
    parts: [
      { variant: 'on', from: 0, to: 50_000 },
      { variant: 'off', from: 50_000, to: 100_000 },
    ],
  },
}

const headIn = async (flag: string, environment: string) => {
  const head = (await owner.api.flags.get.query({ project, flag })).heads[environment]
  if (head === undefined) throw new Error(`no head in ${environment}`)
  return head
}

const publish = async (flag: string, environment: string, part: Partial<FlagDocument>, message = 'By hand') => {
  const { revision: base, document } = await headIn(flag, environment)
  const entries = [{ kind: 'flag' as const, key: flag, document: { ...document, ...part } }]
  return owner.api.revisions.publish.mutate({ project, environment, base, message, entries })
}

/** A flag with three versions in development: on, on for half, off. */
const aFlagWithHistory = async (): Promise<string> => {
  count += 1
  const key = `flag-${count}`
  await owner.api.flags.create.mutate({ project, key, name: `Flag ${count}`, onIn: ['development'] })
  await publish(key, 'development', { otherwise: half }, 'Half of them')
  await publish(key, 'development', { on: false }, 'Something is wrong')
  return key
}

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  ;({ page, outside } = await aVisitor(browser, url, owner))
})

describe('the history of a flag', () => {
  it('says in words what each version changed, and restores one as a new revision', async () => {
    const flag = await aFlagWithHistory()
    const before = await headIn(flag, 'development')
    await page.goto(`/p/shop/flags/${flag}/history`)
    await page.getByRole('link', { name: /Half of them/ }).click()
    await page.waitForURL(/v=\d+/)
    await page.getByRole('link', { name: /everyone else: on → on for 50%, off for 50%/ }).waitFor()
    await page.getByRole('button', { name: 'Restore this revision' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('status').waitFor()
    await sheet.getByRole('button', { name: /Restore in Development/ }).click()
    await page.getByText(/Restored Development as revision/).waitFor()
    const after = await headIn(flag, 'development')
    expect(after).toEqual({
      revision: before.revision + 1,
      document: { ...before.document, on: true, otherwise: half },
    })
  })

  it('undoes a restore with one key', async () => {
    const flag = await aFlagWithHistory()
    const before = (await headIn(flag, 'development')).document
    await page.goto(`/p/shop/flags/${flag}/history`)
    await page.getByText('Half of them').click()
    await page.waitForURL(/v=\d+/)
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Restored Development as revision/).waitFor()
    await page.locator('body').press('z')
    await page.getByText('Undone in Development').waitFor()
    expect((await headIn(flag, 'development')).document).toEqual(before)
  })

  it('compares any two versions, and is walked with keys', async () => {
    const flag = await aFlagWithHistory()
    await page.goto(`/p/shop/flags/${flag}/history`)
    await page.getByRole('slider', { name: 'Revisions' }).focus()
    await page.keyboard.press('Home')
    await page.getByRole('heading', { name: /Revision \d+ by Ada/ }).waitFor()
    await page.getByRole('combobox', { name: 'Compare with' }).click()
    await page.getByRole('option', { name: /\(current\)/ }).click()
    await page.waitForURL(/vs=/)
    const panel = page.getByRole('region', { name: /^Revision/ })
    await panel.getByText('status').first().waitFor()
    await panel.getByRole('heading').first().click()
    await page.keyboard.press('k')
    await page.getByText('What changed in this revision').waitFor()
    expect(new URL(page.url()).searchParams.get('vs')).toBe(null)
  })

  it('of an environment brings it back as a whole', async () => {
    const [one, two] = [await aFlagWithHistory(), await aFlagWithHistory()]
    const [first, second] = [(await headIn(one, 'staging')).document, (await headIn(two, 'staging')).document]
    const at = (await headIn(two, 'staging')).revision
    await publish(one, 'staging', { on: true })
    await publish(two, 'staging', { on: true })
    await page.goto(`/p/shop/history?env=staging&v=${at}`)
    await page.getByRole('button', { name: 'Restore this revision' }).click()
    await page.getByRole('button', { name: /Restore in Staging/ }).click()
    await page.getByText(/Restored Staging as revision/).waitFor()
    expect([(await headIn(one, 'staging')).document, (await headIn(two, 'staging')).document]).toEqual([first, second])
  })
})

describe('who gets another answer', () => {
  it('is said between two revisions, between two environments, and of one person', async () => {
    const flag = await aFlagWithHistory()
    await page.goto(`/p/shop/flags/${flag}/history`)
    await page.getByRole('link', { name: /Half of them/ }).click()
    const moved = page.getByRole('region', { name: 'Who gets a different variant' })
    await moved.getByText('everyone: 50% of them, and anyone without a targeting key').waitFor()
    expect(await flaws(page, [phone, desk])).toEqual([])

    // Off in both, so other differences don't matter.
    await page.goto(`/p/shop/compare?a=development&b=production&q=${flag}`)
    await page.getByText('No one would get a different variant.').waitFor()
    await publish(flag, 'development', { on: true })
    await page.goto(`/p/shop/compare?a=development&b=production&q=${flag}`)
    await page.getByText('Who would get a different variant in Production').click()
    await page.getByText('everyone: 50% of them', { exact: true }).waitFor()
    expect(await flaws(page, [phone, desk])).toEqual([])

    const rules = [{ id: 'r1', when: where('country', 'is', 'SE'), serve: { variant: 'on' } }]
    await publish(flag, 'development', { rules, otherwise: { variant: 'off' } })
    const who = encodeURIComponent('anna country=NO')
    await page.goto(`/p/shop/playground?env=development&flag=${flag}&who=${who}`)
    await page.getByRole('button', { name: 'country is SE: on by rule 1' }).click()
    await page
      .getByRole('button', { name: /country is not SE|country is .*: off|without country: off/ })
      .first()
      .waitFor()
    expect(await flaws(page, [phone, desk])).toEqual([])
  })
})

describe('on the page of a flag', () => {
  it('Undo last takes two interactions, and the program sees what was before', async () => {
    const flag = await aFlagWithHistory()
    const { text } = await owner.api.keys.create.mutate({
      project,
      environment: 'development',
      kind: 'server',
      name: 'Test',
    })
    const flags = defineFlags({ it: { key: flag, type: 'boolean', default: false } })
    const fanion = createFanion({ url, key: text, flags, telemetry: false })
    await fanion.ready()
    expect(fanion.flags.it.details({ targetingKey: 'a' }).reason).toBe('DISABLED')
    await page.goto(`/p/shop/flags/${flag}`)
    await page.getByRole('button', { name: 'Actions for Development' }).click()
    await page.getByRole('menuitem', { name: 'Undo last publish' }).click()
    await expect.poll(() => fanion.flags.it.details({ targetingKey: 'a' }).reason).toBe('SPLIT')
    await fanion.close()
  })

  it('a copy of another environment takes three, and brings what it needs by choice', async () => {
    const [flag, needed] = [await aFlagWithHistory(), await aFlagWithHistory()]
    await publish(flag, 'development', { on: true, prerequisites: [{ flag: needed, variants: ['on'] }] })
    await page.goto(`/p/shop/flags/${flag}?env=production`)
    await page.getByRole('button', { name: 'Actions for Production' }).click()
    await page.getByRole('menuitem', { name: 'Copy from Development' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('prerequisite').waitFor()
    await sheet.getByRole('checkbox', { name: `flag ${needed}` }).check()
    await sheet.getByRole('button', { name: /Publish to Production/ }).click()
    await page.getByText(/Published revision \d+ to Production/).waitFor()
    for (const key of [flag, needed])
      expect((await headIn(key, 'production')).document).toEqual((await headIn(key, 'development')).document)
  })

  it('a moment of the past is shown to read, and Escape returns', async () => {
    const flag = await aFlagWithHistory()
    const { versions } = await owner.api.history.versions.query({
      project,
      environment: 'development',
      kind: 'flag',
      key: flag,
    })
    const half = versions.find(({ revision }) => revision.message === 'Half of them')
    await page.goto(`/p/shop/flags/${flag}?at=${half?.revision.publishedAt}`)
    const development = page.getByRole('region', { name: 'Development' })
    await development.getByText(/for 50%/).waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    await page.locator('body').press('Escape')
    await page.getByRole('switch', { name: /Development/ }).waitFor()
    await page.goto(`/p/shop/flags?at=${half?.revision.publishedAt}&q=${flag}`)
    await page.getByText('on for 50%, off for 50%').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
  })
})

describe('the comparison of two environments', () => {
  it('is one interaction away from the list, and copies what is chosen', async () => {
    const flag = await aFlagWithHistory()
    await publish(flag, 'development', { on: true })
    await page.goto('/p/shop/flags')
    await page.getByRole('link', { name: /^Compare/ }).click()
    await page.getByRole('textbox', { name: 'Filter by key' }).fill(flag)
    await page.getByRole('checkbox', { name: `Select flag ${flag}` }).check()
    await page.getByRole('button', { name: /Copy to Production/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Publish to Production/ })
      .click()
    await page.getByText(/Published revision \d+ to Production/).waitFor()
    expect((await headIn(flag, 'production')).document).toEqual((await headIn(flag, 'development')).document)
    await page.getByText('0 flags and segments differ').waitFor()
  })

  it('asks for a review where the reader may not publish', async () => {
    const flag = await aFlagWithHistory()
    const credentials = { email: 'eda@example.com', password: randomBytes(12).toString('hex') }
    const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role: 'editor' })
    const member = aBrowser(url)
    const token = link.split('/').at(-1) ?? ''
    await member.api.invitations.accept.mutate({ token, name: 'Eda', password: credentials.password })
    const { page: eda } = await aVisitor(browser, url, { ...member, project, credentials })
    await eda.goto(`/p/shop/compare?a=development&b=production&q=${flag}`)
    await eda.getByRole('checkbox', { name: `Select flag ${flag}` }).check()
    await eda.keyboard.press('Control+Enter')
    await eda
      .getByRole('dialog')
      .getByRole('button', { name: /Request review/ })
      .click()
    await eda.waitForURL(/\/changes\/\d+$/)
    const change = Number(eda.url().split('/').at(-1))
    expect(await owner.api.changes.get.query({ project, change })).toMatchObject({
      entries: [{ key: flag, environment: 'production' }],
    })
    await eda.context().close()
  })
})

describe('a screen of the past', () => {
  it('asks nothing of another server', () => {
    expect(outside).toEqual([])
  })
})
