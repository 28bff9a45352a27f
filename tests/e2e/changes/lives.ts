import { describe, expect, it } from 'vitest'
import { instantIn, whenText } from '../../../src/shared/text/time/when.ts'
import { aVisitor } from '../visitor.ts'
import {
  aFlag,
  aReview,
  browser,
  editor,
  production,
  project,
  publisher,
  publishMeanwhile,
  servesOff,
  turnsOn,
  url,
} from './people-at-work.ts'

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
