import { createCipheriv, randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { flagdFlag } from '../support/bundles.ts'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { desk, flaws, phone } from './matrix/look.ts'
import { aVisitor, sideways } from './visitor.ts'

let browser: Browser
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  ;({ url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
})

const file = (name: string, value: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
})
const flags = (keys: readonly string[]) => ({
  flags: Object.fromEntries(keys.map((key) => [key, flagdFlag({ defaultVariant: 'on' })])),
})
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Choose files to import').setInputFiles(files)
const live = async () =>
  (await owner.api.flags.list.query({ project: 'shop', archived: false })).rows.map(({ flag }) => flag.key)

describe('the import screen', () => {
  it('says what is wrong with files that cannot be read', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/settings')
    await page.getByRole('link', { name: 'Import' }).click()
    await choose(page, file('notes.json', { hello: 1 }))
    await expect.poll(() => page.getByRole('alert').getByText('None of these files is one of').count()).toBe(1)
    await page.context().close()
  })

  it('shows what becomes of each flag, imports what is chosen, and takes it back', async () => {
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/import')
    await choose(page, file('flags.production.json', flags(['checkout', 'banner', 'Banner'])))
    await page.getByRole('heading', { name: '3 flags from flagd' }).waitFor()
    await page.getByText('applications ask for that').waitFor()
    expect(await live()).toEqual([])
    await page.getByRole('checkbox', { name: 'Import checkout' }).uncheck()
    await page.getByRole('button', { name: 'Import 2 flags' }).click()
    await page.getByText('Imported by Ada.').waitFor()
    expect(await live()).toEqual(['Banner-2', 'banner'])
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Undone: everything is as it was before.').waitFor()
    expect(await live()).toEqual([])
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('lets a flag take another key where its own is taken', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await owner.api.flags.create.mutate({ project: 'shop', key: 'hero', name: 'Hero', onIn: [] })
    await page.goto('/p/shop/import')
    await choose(page, file('flags.development.json', flags(['hero', 'footer'])))
    await page.getByText('key is taken', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use another key for hero' }).click()
    await page.getByLabel('Key for hero').fill('hero-old')
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('You chose its key.').waitFor()
    await page.getByRole('button', { name: 'Import 2 flags' }).click()
    await page.getByText('Imported by Ada.').waitFor()
    expect(await live()).toEqual(expect.arrayContaining(['hero', 'hero-old', 'footer']))
    await page.context().close()
  })

  it('shows where programs that ask both systems were answered otherwise, and for whom', async () => {
    const where = { project: 'shop', environment: 'development' }
    await owner.api.environments.edit.mutate({ ...where, sampling: true })
    const key = await owner.api.keys.create.mutate({ ...where, kind: 'server', name: 'Comparing' })
    const counts = { same: 40_109, different: 3, errors: 0, defaults: 0 }
    const report = await fetch(`${url}/sdk/v1/comparisons`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.text}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ source: 'flagd', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:30.000Z' },
        flags: { hero: counts, footer: { ...counts, different: 0 } },
        examples: [{ flag: 'hero', theirs: 'b', ours: true, context: { targetingKey: 'ada', country: 'AT' } }],
      }),
    })
    expect(report.status).toBe(202)
    const { page } = await aVisitor(browser, url, owner)
    const sources = await owner.api.imports.list.query({ project: 'shop' })
    const open = sources.find(({ state }) => state === 'open')
    await page.goto(`/p/shop/import/${open?.number}?env=development`)
    await page.getByRole('link', { name: 'Agreement' }).click()
    expect(
      await page.getByRole('navigation', { name: 'This import' }).locator('[aria-current]').allTextContents(),
    ).toEqual(['Agreement'])
    await page.getByText('80,221 answers compared in 30 days: 3 differed.').waitFor()
    await page.getByText('hero: 3 answers differed').click()
    const examples = page.getByRole('region', { name: 'Examples of hero' })
    await examples.getByRole('link', { name: 'country="AT"' }).waitFor()
    expect(await examples.getByText('ada').count()).toBe(0)
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.context().close()
  })

  it('opens what GrowthBook encrypted, in the browser', async () => {
    const [key, iv] = [randomBytes(16), randomBytes(16)]
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    const text = JSON.stringify({ hidden: { defaultValue: true } })
    const sealed = `${iv.toString('base64')}.${Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')}`
    const { page } = await aVisitor(browser, url, owner)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
    await page.goto('/p/shop/import')
    await choose(page, file('features.production.json', { features: {}, encryptedFeatures: sealed }))
    const form = page.getByRole('form', { name: 'Encrypted files' })
    await form.getByLabel('Decryption key').fill(randomBytes(16).toString('base64'))
    await form.getByRole('button', { name: 'Decrypt and read' }).click()
    await form.getByText('This key doesn’t open features.production.json.').waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await form.getByLabel('Decryption key').fill(key.toString('base64'))
    await form.getByRole('button', { name: 'Decrypt and read' }).click()
    await page.getByRole('heading', { name: '1 flag from GrowthBook' }).waitFor()
    expect(sent.join()).not.toContain(key.toString('base64'))
    await page.context().close()
  })

  it('has no flaw that axe knows, wide or narrow, light or dark', async () => {
    const { page } = await aVisitor(browser, url, owner)
    await page.goto('/p/shop/import')
    await choose(page, file('flags.staging.json', flags(['a', 'b', 'ä', 'B'])))
    await page.getByRole('heading', { name: '4 flags from flagd' }).waitFor()
    for (const at of [page.url(), '/p/shop/import']) {
      await page.goto(at)
      await page.getByText('flagd').first().waitFor()
      expect(await flaws(page, [desk, phone])).toEqual([])
    }
    await page.context().close()
  })

  it('tells who may not import whom to ask', async () => {
    const { link } = await owner.api.invitations.create.mutate({
      project: 'shop',
      email: 'eda@example.com',
      role: 'editor',
    })
    const eda = aBrowser(url)
    await eda.api.invitations.accept.mutate({
      token: link.split('/').at(-1) ?? '',
      name: 'Eda',
      password: 'a long sentence of my own',
    })
    const { page } = await aVisitor(browser, url, { ...owner, ...eda })
    await page.goto('/p/shop/import')
    await page.getByText('You don’t have permission to import flags').waitFor()
    expect(await page.getByRole('button', { name: 'Choose files' }).count()).toBe(0)
    await page.context().close()
  })
})
