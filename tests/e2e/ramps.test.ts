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
const shots = process.env['FANION_RAMP_SHOTS']
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

describe('a ramp in the web UI', async () => {
  const { url, server } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  const owner = await anOwner(url, 'shop')
  const { api } = owner
  const project = 'shop'
  await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', onIn: ['development'] })
  for (const key of ['failed', 'request']) await api.events.save.mutate({ project, key, name: key })
  await api.metrics.create.mutate({
    ...{ project, key: 'failures' },
    definition: {
      ...{ name: 'Failures a request', better: 'less', from: 'anyone', window: { length: 'PT5M' } },
      measure: {
        ...{ kind: 'ratio', over: { event: 'failed', take: 'count' }, under: { event: 'request', take: 'count' } },
      },
    },
  })
  const { page, outside } = await aVisitor(await aChromium(), url, owner)
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  it('starts from an edit, is watched, paused, resumed and undone', async () => {
    const head = (await api.flags.get.query({ project, flag: 'checkout' })).heads['development']
    const document = { ...head?.document, otherwise: { variant: 'off' } } as NonNullable<typeof head>['document']
    await api.revisions.publish.mutate({
      ...{ project, environment: 'development', base: head?.revision ?? 0, message: '' },
      entries: [{ kind: 'flag', key: 'checkout', document }],
    })
    await page.goto('/p/shop/flags/checkout?env=development')
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await page.getByRole('combobox', { name: 'Everyone else, variant' }).click()
    await page.getByRole('option', { name: 'on', exact: true }).click()
    await button('Ramp…').click()
    await page.getByRole('radio', { name: /Ramp/ }).waitFor()
    await page.getByLabel('Plan', { exact: true }).selectOption('fast')
    for (const name of ['Event failed', 'Failures a request']) {
      await page.getByRole('combobox', { name: 'Watch' }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.getByLabel('What guard 1 does').selectOption('pause')
    await page.locator('summary').getByText('More', { exact: true }).click()
    await page.getByLabel('If reports of the new variant are missing').selectOption('pause')
    await page.getByLabel('Users needed at step 1').fill('200')
    await page
      .getByText(/If “failed” doubles, it’s seen after about 50 extra users\. Of a hundred harmless ramps/)
      .waitFor()
    await keep(page, 'sheet')
    await button(/Start ramp in Development/).click()
    await page.getByRole('heading', { name: 'on is at 10%' }).waitFor()
    await page.getByText('failed, where more is worse: pauses the ramp').waitFor()
    await page.getByText('metric failures: undoes the ramp').waitFor()
    await keep(page, 'ramp')
    await page.keyboard.press('p')
    await button(/Resume/).waitFor()
    await button(/Resume/).click()
    await button(/Pause/).waitFor()
    await page.keyboard.press('b')
    await page.getByLabel('Note').fill('Slow')
    await button('Undo ramp').click()
    await page.getByRole('heading', { name: 'on was at 10%' }).waitFor()
    const now = (await api.flags.get.query({ project, flag: 'checkout' })).heads['development']
    expect(now?.document).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
  })

  it('is undone by its guard, and shows what the guard saw against its limit', async () => {
    const { flags } = api
    const head = (await flags.get.query({ project, flag: 'checkout' })).heads['development']
    const steps = [{ share: 50_000, hold: 'PT1H' }, { share: 100_000 }]
    const guards = [
      { event: 'failed', worse: 'more' as const, then: 'roll-back' as const },
      { metric: 'failures', then: 'roll-back' as const },
    ]
    const { number: change, ramp } = await api.ramps.propose.mutate({
      ...{ project, environment: 'development', flag: 'checkout', base: head?.revision ?? 0 },
      plan: { rule: null, to: 'on', steps, guards },
    })
    await api.changes.publish.mutate({ project, change })
    const { db, intake, vault } = server.services
    const proven = await proveProject(db, { kind: 'system', id: null, name: 'Fanion' }, project)
    const environment = await proveEnvironment(db, proven, 'development')
    const users = Array.from({ length: 800 }, (_, at) => `user-${at}`)
    const program = exposingApplication(db, () => new Date(), vault, intake)
    const does = (variant: string, chance: () => number) =>
      chance() < (variant === 'on' ? 0.5 : 0.1) ? ['request', 'failed'] : ['request', 'request']
    await program.serve({ environment }, 'checkout', users, { does })
    // Backdates the rows, so that their windows are over.
    for (const [table, at] of [
      ['exposure', 'first_at'],
      ['track', 'at'],
      ['run', 'opened_at'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(at)} = ${sql.ref(at)} - interval '20 minutes'`.execute(db)
    await page.goto('/p/shop/flags/checkout/ramp?env=development')
    await page.getByText(/The first look is on/).waitFor()
    await db
      .updateTable('ramp')
      .set({ lookAt: new Date() })
      .where('number', '=', ramp?.number ?? 0)
      .execute()
    await page.getByRole('heading', { name: 'on was at 50%' }).waitFor()
    expect(await page.getByText(/Evidence [\d,]+ of 200/).count()).toBe(2)
    await page.getByText(/With on 0\.\d+ \(\d+ \/ \d+ from \d+ users\), with off/).waitFor()
    await page.getByText('as many as were given it').waitFor()
    await keep(page, 'undone')
    const now = (await flags.get.query({ project, flag: 'checkout' })).heads['development']
    expect(now?.document).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
  })

  it('asks a source, which is added, tried and given a secret in the settings', async () => {
    await page.goto('/p/shop/settings/sources')
    await page.getByText('No sources yet').waitFor()
    await button('Add source').click()
    await page.getByLabel('Type').selectOption('verdict')
    await page.getByRole('textbox', { name: 'Key' }).fill('deploys')
    await page.getByLabel('URL').fill(`${url}/healthz`)
    await button('Add source').click()
    await button('Test').click()
    // The server's own endpoint: it responds, but not with a verdict.
    await page.getByRole('status').filter({ hasText: / ms\)/ }).waitFor()
    await button('New secret').click()
    await button('Copy secret').waitFor()
    await keep(page, 'source')
    await button('Remove').click()
    await page.getByLabel('Type deploys to confirm').fill('deploys')
    await button('Remove source').click()
    await page.getByText('No sources yet').waitFor()
    expect(await page.getByText('deploys', { exact: true }).count()).toBe(0)
  })

  it('stands in the list, and an environment is frozen in its settings', async () => {
    await page.goto('/p/shop/ramps?all=true')
    await page.getByText('Slow').waitFor()
    await keep(page, 'list')
    await page.goto('/p/shop/settings/environments?env=development')
    await page.getByLabel('Freeze for').fill('Black Friday')
    await page.getByLabel('From', { exact: true }).fill('in 1 day')
    await page.getByLabel('To', { exact: true }).fill('in 4 days')
    await button('Add freeze').click()
    await page.getByText('Black Friday').waitFor()
    await keep(page, 'freezes')
    expect(outside).toEqual([])
  })

  it('keeps to the working hours of an environment, which are set there and refused where they are none', async () => {
    const form = page.getByRole('region', { name: 'Working hours' })
    const [save, from, to] = [form.getByRole('button'), form.getByLabel('From'), form.getByLabel('To', { exact: true })]
    const day = (name: string) => form.getByRole('checkbox', { name, exact: true })
    const hours = () => api.freezes.hours.query({ project, environment: 'development' })
    await page.goto('/p/shop/settings/environments?env=development')
    await form.getByLabel('Only in working hours').check()
    await from.fill('18:00')
    await form.getByText('Enter an end that is after the start').waitFor()
    expect(await to.getAttribute('aria-invalid')).toBe('true')
    await from.fill('')
    await form.getByText('Enter a time such as 09:00').waitFor()
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await day(name).uncheck()
    await form.getByText('Choose at least one day').waitFor()
    await save.click()
    await keep(page, 'hours-refused')
    expect(await hours()).toBeNull()
    await from.fill('08:30')
    await to.fill('16:00')
    for (const name of ['Sat', 'Mon']) await day(name).check()
    await form.getByLabel('Time zone').fill('Oslo')
    await page.getByRole('option', { name: 'Europe/Oslo' }).click()
    await save.click()
    await page.getByText('Working hours: Mon, Sat, 08:30 to 16:00, Europe/Oslo').waitFor()
    expect(await hours()).toEqual({ zone: 'Europe/Oslo', days: [1, 6], from: '08:30', to: '16:00' })
    await page.reload()
    await form.getByLabel('Only in working hours').waitFor()
    expect([await from.inputValue(), await to.inputValue()]).toEqual(['08:30', '16:00'])
    expect(await form.getByLabel('Time zone').inputValue()).toBe('Europe/Oslo')
    expect([await day('Sat').isChecked(), await day('Tue').isChecked()]).toEqual([true, false])
    await keep(page, 'hours')
    await form.getByLabel('Only in working hours').uncheck()
    await save.click()
    await expect.poll(hours).toBeNull()
    expect(outside).toEqual([])
  })
})
