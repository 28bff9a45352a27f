import { randomBytes } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

type Owner = Awaited<ReturnType<typeof anOwner>>

let browser: Browser
let server: Server
let url: string
let owner: Owner
// The owner's page.
let page: Page
let outside: string[]

const project = 'shop'

beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  await owner.api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', onIn: ['development'] })
  ;({ page, outside } = await aVisitor(browser, url, owner))
})

const headIn = async (environment: string): Promise<{ revision: number; document: FlagDocument }> => {
  const head = (await owner.api.flags.get.query({ project, flag: 'checkout' })).heads[environment]
  if (head === undefined) throw new Error(`no head in ${environment}`)
  return head
}

const aMember = async (name: string, role: 'editor' | 'publisher'): Promise<Owner> => {
  const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
  const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role })
  const member = aBrowser(url)
  await member.api.invitations.accept.mutate({
    token: link.split('/').at(-1) ?? '',
    name,
    password: credentials.password,
  })
  return { ...member, project, credentials }
}

/** Whether an element's center is visible, with nothing on top. */
const onTop = (what: Locator): Promise<boolean> =>
  what.evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return box.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** Types a rule and publishes it to Development. Returns the error about violated invariants. */
const refusedIn = async (rule: string): Promise<Locator> => {
  await page.goto('/p/shop/flags/checkout?env=development')
  await page.getByLabel('Type a rule').fill(rule)
  await page.getByLabel('Type a rule').press('Enter')
  // The page shows it before a publish.
  await page
    .getByRole('region', { name: 'Unpublished changes' })
    .getByText(/^Breaks “/)
    .waitFor()
  await page.getByRole('button', { name: /^Publish to Development/ }).click()
  const broken = page.getByRole('alert', { name: 'Broken promises' })
  await broken.waitFor()
  return broken
}

describe('promises', () => {
  it('begin with what is kept already, are proven while typed, and stop a publish until it is mended', async () => {
    await page.goto('/p/shop/promises')
    await page.getByText('No promises yet').waitFor()
    await page.getByRole('button', { name: 'everyone gets checkout on — in Development' }).click()
    const sentence = page.getByLabel('Sentence')
    expect(await sentence.inputValue()).toBe('everyone gets checkout on')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New promise' }).click()
    await sentence.fill('everyone where plan is pro gets checkout')
    await page.getByText('From character 41 on, expected a variant, or default in code.').waitFor()
    expect(await page.getByRole('button', { name: 'Promise', exact: true }).isDisabled()).toBe(true)
    await sentence.fill('everyone where plan is pro gets checkout on')
    await page.getByText('Development: kept').waitFor()
    await page.getByText('Production: {"plan":"pro"} gets off.').waitFor()
    await page.getByRole('button', { name: 'Promise', exact: true }).click()
    await page.getByText('It is broken already: “everyone where plan is pro gets checkout on” in Staging.').waitFor()
    await page.getByPlaceholder('All environments').click()
    await page.getByRole('option', { name: 'Development' }).click()
    await page.getByText('Production: broken').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Promise', exact: true }).click()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Name').fill('Pro has checkout')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Pro has checkout · refuses what would break it · Ada').waitFor()

    const { revision, document } = await headIn('development')
    const broken = await refusedIn('country is CN → off')
    const witness = await broken.getByText('would get off, by rule 1.').textContent()
    expect(witness).toContain('"plan":"pro"')
    expect(witness).toContain('"country":"CN"')
    expect(await headIn('development')).toEqual({ revision, document })
    await broken.getByRole('button', { name: 'Add “plan is pro → on” as rule 1' }).click()
    await page.getByRole('button', { name: /^Publish to Development/ }).click()
    await page.getByText(`Published revision ${revision + 1} to Development`).waitFor()
    expect((await headIn('development')).document.rules).toMatchObject([
      { when: { attribute: 'plan', values: ['pro'] }, serve: { variant: 'on' } },
      { when: { attribute: 'country', values: ['CN'] }, serve: { variant: 'off' } },
    ])
    expect(outside).toEqual([])
  })

  it('yield to an admin with a reason, which the history tells; removed, one comes back by its undo', async () => {
    const key = 'norway'
    const words = 'nobody where country is NO gets checkout off'
    const rest = { project, name: 'Norway keeps it', sentence: words, environments: ['development'] }
    await owner.api.promises.save.mutate({ ...rest, key })
    const { revision } = await headIn('development')
    const broken = await refusedIn('country is NO → off')
    await page.setViewportSize({ width: 390, height: 700 })
    await broken.getByRole('button', { name: 'Publish anyway…' }).click()
    const insist = broken.getByRole('button', { name: 'Break the promise and publish' })
    expect(await insist.isDisabled()).toBe(true)
    // Also on a phone, where the sheet is longer than the window.
    await expect.poll(() => onTop(insist)).toBe(true)
    // The reason field has the focus.
    await page.keyboard.type('the regulator asked')
    await page.setViewportSize({ width: 1440, height: 900 })
    await insist.click()
    await page.getByText(`Published revision ${revision + 1} to Development`).waitFor()
    await page.goto('/p/shop/history?env=development')
    await page.getByText(`Broke “${words}”: the regulator asked`).waitFor()

    await page.goto('/p/shop/promises')
    await page.getByText('Development: broken').waitFor()
    await page.getByRole('button', { name: 'Remove Pro has checkout' }).click()
    await page.getByText('Removed “Pro has checkout”').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: 'Remove Pro has checkout' }).waitFor()
    expect(outside).toEqual([])
  })

  it('stop a scheduled change at its hour; its author reads why, and mends it', async () => {
    await server.services.db
      .updateTable('environment')
      .set({ protected: true, requiredApprovals: 1 })
      .where('key', '=', 'production')
      .execute()
    const [editor, publisher] = [await aMember('Eda', 'editor'), await aMember('Pia', 'publisher')]
    const { revision: base, document } = await headIn('production')
    const turnedOn = { ...document, on: true, otherwise: { variant: 'on' } }
    const entry = { kind: 'flag' as const, key: 'checkout', environment: 'production', base }
    const { number: change, version } = await editor.api.changes.save.mutate({
      ...{ project, title: 'Checkout for all' },
      entries: [{ ...entry, document: turnedOn }],
    })
    await editor.api.changes.requestReview.mutate({ project, change })
    await publisher.api.changes.approve.mutate({ project, change, version })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await owner.api.changes.inbox.query()).promises).toEqual([])
    await publisher.api.changes.schedule.mutate({ project, change, at, zone: 'Europe/Vienna' })
    await owner.api.promises.save.mutate({
      ...{ project, key: 'cn', name: 'Not in China', sentence: 'nobody where country is CN gets checkout on' },
      environments: ['production'],
    })
    // The schedule is due.
    await server.services.db.updateTable('schedule').set({ dueAt: new Date() }).where('endedAt', 'is', null).execute()

    const { page: hers } = await aVisitor(browser, url, editor)
    await hers.goto(`/p/shop/changes/${change}`)
    await hers.getByText('This breaks “nobody where country is CN gets checkout on” in Production.').waitFor()
    await hers.getByText('{"country":"CN"} would get on').first().waitFor()
    expect((await headIn('production')).document).toEqual(document)
    // The owner of the invariant sees it, too.
    await page.goto('/inbox?tab=promises')
    await page.getByText(`change #${change} was stopped`).waitFor()
    // The review shows it before anything is requested, and cannot be approved.
    await hers.getByText('It can be discussed, but not approved until that’s resolved.').waitFor()
    const rules = [
      {
        id: 'cn',
        when: { attribute: 'country', operator: 'is' as const, values: ['CN'] },
        serve: { variant: 'off' },
      },
    ]
    const mended = await editor.api.changes.rebase.mutate({
      ...{ project, change },
      entries: [{ ...entry, document: { ...turnedOn, rules } }],
    })
    await publisher.api.changes.approve.mutate({ project, change, version: mended.version })
    await publisher.api.changes.applyNow.mutate({ project, change })
    expect((await headIn('production')).document.rules).toEqual(rules)
    await hers.context().close()
  })

  it('are begun where something is read, and tell a sheet before it asks', async () => {
    await owner.api.promises.remove.mutate({ project, key: 'cn' })
    // A playground result becomes an example.
    await page.goto('/p/shop/playground?env=production&flag=checkout&who=anna')
    await page.getByRole('button', { name: 'Promise this…' }).click()
    await expect.poll(() => page.getByLabel('Sentence').inputValue()).toBe('{"targetingKey":"anna"} gets checkout on')
    await page.getByText('Production: kept').waitFor()
    await page.keyboard.press('Escape')
    // The command palette accepts a sentence.
    await page.goto('/p/shop/flags')
    await page.getByText('Checkout').first().waitFor()
    await page.keyboard.press('Control+k')
    const typed = 'promise nobody where country is DK gets checkout off'
    await page.getByRole('combobox', { name: 'Search or run' }).fill(typed)
    await page.getByText('shows first whether it is kept').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Production: kept').waitFor()
    await page.getByPlaceholder('All environments').click()
    await page.getByRole('option', { name: 'Production' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Promise', exact: true }).click()
    // The text is also in the dialog, so its closing shows that it was saved.
    await page.getByLabel('Sentence').waitFor({ state: 'detached' })
    await page.getByText('nobody where country is DK gets checkout off').first().waitFor()

    await page.goto('/p/shop/flags/checkout?env=production')
    await page.getByLabel('Type a rule').fill('country is DK or FI → off')
    await page.getByLabel('Type a rule').press('Enter')
    await page.getByText('Breaks “nobody where country is DK gets checkout off”').waitFor()
    await page.getByRole('button', { name: /^Review 1 change/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('{"country":"DK"} would get off, by rule').waitFor()
    // An invariant against a draft's effect can be created from the sheet, which publishes nothing.
    const { revision } = await headIn('production')
    await sheet.getByRole('button', { name: 'Promise this…' }).first().click()
    await page.getByLabel('Sentence').waitFor()
    expect(await page.getByLabel('Sentence').inputValue()).toMatch(
      /^nobody where country is (DK or FI|FI or DK) gets checkout off$/,
    )
    await page.getByText('Production: kept').waitFor()
    await page.getByRole('button', { name: 'Promise', exact: true }).click()
    await page.getByLabel('Sentence').waitFor({ state: 'detached' })
    await expect.poll(() => sheet.getByText('} would get off, by rule').count()).toBe(2)
    expect((await headIn('production')).revision).toBe(revision)
    await sheet
      .getByRole('button', { name: /^Add “and country is not/ })
      .first()
      .click()
    await sheet.getByText(/Keeps (1 promise|2 promises)/).waitFor()
    expect(outside).toEqual([])
  })
})
