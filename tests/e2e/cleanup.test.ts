import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFlag } from '../../src/server/features/flags/create-flag.ts'
import { proveProject } from '../../src/server/platform/kernel/scope.ts'
import type { Server } from '../../src/server/server.ts'
import { CreateFlagInput } from '../../src/shared/features/flags/schemas/flag-view.ts'
import { aChromium } from '../support/chromium.ts'
import { aPerson, contextOf } from '../support/people.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let server: Server
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page
let outside: string[]

const project = 'shop'
const monthMs = 31 * 24 * 3_600_000

/**
 * Flags that returned the same value to everyone for a month: one that a build reads, one that code reads, and two that
 * nothing reads.
 */
beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, project)
  const { api } = owner
  // A month ago.
  const { db } = server.services
  const past = contextOf(db, await aPerson(db, 'Past', 'owner'), () => new Date(Date.now() - monthMs))
  const inPast = { ...past, project: await proveProject(db, past.actor, project) }
  const onIn = ['development', 'staging', 'production']
  for (const key of ['basket', 'reviews', 'holiday', 'tower', 'banner'])
    await createFlag(inPast, CreateFlagInput.parse({ project, key, name: `The ${key}`, onIn }))
  const sentence = 'everyone gets tower on'
  await api.promises.save.mutate({ project, key: 'kept', name: 'Kept', environments: ['production'], sentence })
  await api.references.replace.mutate({
    ...{ project, repository: 'acme/shop', branch: 'main', commit: '4f2a91c0' },
    linkTemplate: 'https://github.com/acme/shop/blob/{commit}/{path}#L{line}',
    references: [
      { flag: 'reviews', path: 'src/reviews.ts', line: 42, column: 7, kind: 'read', lineHash: 'abcdef12' },
      { flag: 'reviews', path: 'src/reviews.test.ts', line: 3, column: 1, kind: 'test', lineHash: 'abcdef13' },
    ],
  })
  const input = { project, environment: 'production', kind: 'server' as const, name: 'Backend' }
  const { text } = await api.keys.create.mutate(input)
  const flags = [{ key: 'basket', type: 'boolean', variants: null, default: false }]
  await fetch(`${url}/sdk/v1/build`, {
    method: 'POST',
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'kiosk-se', version: '1.8', runtime: 'node', flags }),
  })
  ;({ page, outside } = await aVisitor(browser, url, owner))
})

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('cleanup', () => {
  it('says of each flag what speaks for it and against it, and which command ends it', async () => {
    await page.goto('/p/shop/cleanup?show=remove')
    await row('The basket').getByText('kiosk-se 1.8', { exact: true }).waitFor()
    const why = row('The reviews').getByRole('button', { name: /code reads it/ })
    await why.focus()
    await page.keyboard.press('Enter')
    expect(await why.getAttribute('aria-expanded')).toBe('true')
    const evidence = page.getByRole('region', { name: 'Why reviews' })
    await evidence.getByText(/^Everyone in protected environments has gotten on since at least/).waitFor()
    await evidence.getByText(/^Code reads it in 1 place, scanned on/).waitFor()
    await evidence.getByText('No live build reads it.').waitFor()
    await page.getByText('npx fanion remove reviews --write').waitFor()
    const link = page.getByRole('link', { name: 'src/reviews.ts:42' })
    expect(await link.getAttribute('href')).toBe('https://github.com/acme/shop/blob/4f2a91c0/src/reviews.ts#L42')
    await page.getByLabel('Filter flags').fill('bask')
    await row('The reviews').waitFor({ state: 'detached' })
    await page.getByLabel('Filter flags').fill('')
    await page.getByRole('link', { name: /^Keep/ }).click()
    await row('The tower').getByText('1 promise names it').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
  })

  it('archives what is safe together, and brings it back by its undo', async () => {
    await page.getByRole('link', { name: /^Safe to archive/ }).click()
    await row('The holiday').getByText('no reads').waitFor()
    await page.getByRole('checkbox', { name: 'Archive The banner' }).uncheck()
    await page.getByRole('button', { name: /^Archive 1 flag/ }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Archived 1 flag').waitFor()
    await row('The holiday').waitFor({ state: 'detached' })
    const archived = async () => (await owner.api.flags.get.query({ project, flag: 'holiday' })).flag.archivedAt
    expect(await archived()).not.toBeNull()
    await page.getByRole('button', { name: /^Undo/ }).click()
    // It was just published again, so it has not settled yet.
    await page.getByText('Restored 1 flag').waitFor()
    expect([await archived(), outside]).toEqual([null, []])
  })
})
