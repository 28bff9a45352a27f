import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { proveEnvironment, proveProject } from '../../src/server/platform/kernel/scope.ts'
import { aChromium } from '../support/chromium.ts'
import { exposingApplication } from '../support/exposing-application.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor, sideways } from './visitor.ts'

/** Folder for screenshots. None are taken by default. */
const shots = process.env['FANION_EXPERIMENT_SHOTS']
const widths = [1440, 1024, 390]

const keep = async (page: Page, name: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    if (shots === undefined) continue
    await mkdir(shots, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(shots, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('an experiment in the web UI', async () => {
  const { url, server } = await testServer({ FANION_REPORT_GRACE_MINUTES: '0' })
  const owner = await anOwner(url, 'shop')
  const { api } = owner
  const project = 'shop'
  await api.events.save.mutate({ project, key: 'bought', name: 'Bought' })
  await api.metrics.create.mutate({
    ...{ project, key: 'buyers' },
    definition: {
      ...{ name: 'Buyers', better: 'more', from: 'anyone', window: { length: 'PT1H' }, lag: 'PT0M' },
      measure: { kind: 'proportion', of: { event: 'bought' } },
    },
  })
  const half = [
    { variant: 'off', from: 0, to: 50_000 },
    { variant: 'on', from: 50_000, to: 100_000 },
  ]
  for (const flag of ['checkout', 'banner']) {
    await api.flags.create.mutate({ project, key: flag, name: flag, onIn: ['development'] })
    const head = (await api.flags.get.query({ project, flag })).heads['development']
    const rule = { id: 'everyone', name: 'Half of them', when: true as const, serve: { split: { parts: half } } }
    const document = { ...head?.document, rules: flag === 'checkout' ? [rule] : [] } as NonNullable<
      typeof head
    >['document']
    await api.revisions.publish.mutate({
      ...{ project, environment: 'development', base: head?.revision ?? 0, message: '' },
      entries: [{ kind: 'flag', key: flag, document: { ...document, otherwise: { variant: 'off' } } }],
    })
  }
  const { db, intake, vault } = server.services
  const proven = await proveProject(db, { kind: 'system', id: null, name: 'Fanion' }, project)
  const environment = await proveEnvironment(db, proven, 'development')
  const program = exposingApplication(db, () => new Date(), vault, intake)
  const { page, outside } = await aVisitor(await aChromium(), url, owner)
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  /**
   * Sends exposures and purchases of users through the real intake, with more purchases for `on`. Then days pass, and
   * the due analysis runs.
   */
  const live = async (flag: string, days: number) => {
    const users = Array.from({ length: 800 }, (_, at) => `${flag}-${at}`)
    const does = (variant: string, chance: () => number) =>
      chance() < (variant === 'on' ? 0.4 : 0.2) ? ['bought'] : []
    await program.serve({ environment }, flag, users, { does })
    for (const [table, at] of [
      ['exposure', 'first_at'],
      ['track', 'at'],
      ['run', 'opened_at'],
      ['experiment_run', 'started_at'],
      ['experiment_run', 'ends_at'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(at)} = ${sql.ref(at)} - ${days} * interval '1 day'`.execute(db)
    await sql`update experiment_run set look_at = now() where state = 'running'`.execute(db)
    const looks = async () => (await sql`select 1 from run_look`.execute(db)).rows.length
    const before = await looks()
    await expect.poll(looks).toBeGreaterThan(before)
  }
  const servedIn = async (flag: string) => (await api.flags.get.query({ project, flag })).heads['development']?.document

  it('is planned from a rule that splits, started, read day by day, and its winner shipped', async () => {
    await page.goto('/p/shop/experiments')
    await page.getByText('No experiments yet').waitFor()
    await keep(page, 'empty')
    await page.goto('/p/shop/flags/checkout?env=development')
    await button('Actions for rule 1')
      .or(page.getByRole('link', { name: 'Make it an experiment' }))
      .first()
      .click()
    const item = page.getByRole('menuitem', { name: 'Make it an experiment' })
    if (await item.isVisible()) await item.click()
    await page.getByLabel('Name', { exact: true }).fill('Does a new checkout sell more?')
    await page.getByLabel('Hypothesis').fill('It asks for less.')
    expect(await page.getByLabel('Share of on').inputValue()).toBe('50%')
    await page.getByRole('combobox', { name: 'Primary' }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Buyers' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Days', { exact: true }).fill('2')
    await page.getByRole('heading', { name: 'What it can find' }).waitFor()
    await keep(page, 'plan')
    await button(/Create draft/).click()
    await page.getByText('Not started yet').waitFor()
    await button(/Start…/).click()
    await page.getByRole('dialog').waitFor()
    await keep(page, 'start')
    await button('Start in Development').click()
    await page.getByText('No users yet').first().waitFor()
    await keep(page, 'no-users')

    await live('checkout', 3)
    await page.reload()
    await page.getByText('on wins').waitFor()
    await page.getByText(/Buyers is \d+% higher than with off \(band/).waitFor()
    await page.getByText('Split as planned').waitFor()
    await keep(page, 'results')
    await page.getByRole('img', { name: /Buyers over time/ }).focus()
    await page.keyboard.press('End')
    await page.getByText(/^(Look \d|Now), .*: on \+\d/).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Looks' }).waitFor()
    await keep(page, 'details')
    for (const [name, shows] of [
      ['Users', 'Who reported them'],
      ['Health', 'Nobody in two variants'],
      ['Setup', 'each divides users anew'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Experiment pages' }).getByRole('link', { name }).click()
      await page.getByText(shows).waitFor()
      await keep(page, name.toLowerCase())
    }
    await button(/Ship on…/).click()
    await page.getByLabel(/What did you learn/).fill('It sells more.')
    await keep(page, 'ship')
    await button('Draft the change').click()
    await page.waitForURL(/\/changes\/\d+/)
    await button(/^Publish/)
      .first()
      .click()
    await expect.poll(async () => (await servedIn('checkout'))?.otherwise).toEqual({ variant: 'on' })
    expect((await servedIn('checkout'))?.rules.some(({ run }) => run !== undefined)).toBe(false)
    await page.goto('/p/shop/experiments')
    await page.getByText('It sells more.').waitFor()
    await keep(page, 'list')
    expect(outside).toEqual([])
  })

  it('goes from plan to shipped change by keyboard alone', async () => {
    const { keyboard } = page
    const focused = () =>
      page.evaluate(() => {
        const active = document.activeElement
        const isField = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
        const label = isField ? active.labels?.[0]?.textContent : undefined
        return active?.getAttribute('aria-label') ?? label ?? active?.textContent ?? ''
      })
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 80; step += 1) {
        if (name.test(await focused())) return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${name}`)
    }
    await page.goto('/p/shop/flags')
    await page.getByText('banner').first().waitFor()
    await keyboard.press('g')
    await keyboard.press('t')
    await page.waitForURL('**/experiments')
    await page
      .getByRole('button', { name: /New experiment/ })
      .first()
      .waitFor()
    await keyboard.press('n')
    await page.getByText('What is it about?').waitFor()
    await tabTo(/^Flag$/)
    await keyboard.type('banner')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.getByText('Who takes part').waitFor()
    await tabTo(/^Environment$/)
    await keyboard.press('ArrowDown')
    await page.locator('[data-combobox-active]', { hasText: 'Production' }).waitFor()
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await keyboard.press(key)
    await page.waitForURL(/env=development/)
    await page.getByText('Who takes part').waitFor()
    await tabTo(/^Name/)
    await keyboard.type('Does a banner sell more?')
    await tabTo(/^Primary/)
    await keyboard.type('Buyers')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Escape')
    await tabTo(/^Days$/)
    await keyboard.press('Control+a')
    await keyboard.type('2')
    await keyboard.press('Control+Enter')
    await page.getByText('Not started yet').waitFor()
    await keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    await tabTo(/^Start in Development/)
    await keyboard.press('Enter')
    await page.getByText('No users yet').first().waitFor()
    await live('banner', 3)
    await page.reload()
    await page.getByText('on wins').waitFor()
    await keyboard.press('h')
    await page.getByRole('dialog').waitFor()
    await tabTo(/^What did you learn/)
    await keyboard.type('Banners sell.')
    await tabTo(/^Draft the change/)
    await keyboard.press('Enter')
    await page.waitForURL(/\/changes\/\d+/)
    await button(/^Publish/)
      .first()
      .waitFor()
    await tabTo(/^Publish/)
    await keyboard.press('Enter')
    await expect.poll(async () => (await servedIn('banner'))?.otherwise).toEqual({ variant: 'on' })
    expect(outside).toEqual([])
  })
})
