import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../../src/shared/schemas/flag.ts'
import { aVisitor } from '../visitor.ts'
import { aFlag, aReview, browser, owner, project, publisher, turnsOn, url } from './people-at-work.ts'

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
    await publisher.api.changes.publish.mutate({ project, change })
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
    await publisher.api.changes.publish.mutate({ project, change })
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

  it('several flags are put before reviewers together, and none that is so already', async () => {
    const [one, two, live] = [await aFlag(), await aFlag(), await aFlag()]
    await goLive(live, turnsOn)
    const { page } = await aVisitor(browser, url, owner)
    await page.goto(`/p/shop/flags?sel=${one},${two},${live}`)
    await page.getByRole('region', { name: 'Selected flags' }).getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('menuitem', { name: /Production/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: /Request review of 2 flags/ }).waitFor()
    await sheet.getByText('Who moves').waitFor()
    await sheet.getByRole('button', { name: /Request review/ }).click()
    await page.waitForURL(/\/changes\/\d+/)
    const change = Number(page.url().split('/').at(-1))
    const { entries } = await owner.api.changes.get.query({ project, change })
    expect(entries.map(({ key }) => key).toSorted()).toEqual([one, two].toSorted())
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
