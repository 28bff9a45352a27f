import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/shared/limits.ts'
import { desk, flaws, phone } from '../matrix/look.ts'
import { addRule, count, flag, goOnWith, head, owner, page, url } from './flag-at-hand.ts'

describe('writing a rule with what is known of the contexts', () => {
  /** Sends sampled contexts to an environment, 40 by default: three quarters from Norway, one from Sweden. */
  const sample = async (environment = 'development', count = 40) => {
    const place = { project: 'shop', environment }
    await owner.api.environments.edit.mutate({ ...place, sampling: true })
    const { text: secret } = await owner.api.keys.create.mutate({ ...place, kind: 'server', name: 'Sampler' })
    const at = new Date().toISOString()
    const all = Array.from({ length: count }, (_, i) => ({ targetingKey: `u${i}`, country: i % 4 === 0 ? 'SE' : 'NO' }))
    const report = { instance: 'i', sdk: 'test', from: at, to: at, counts: [], dropped: 0 }
    for (let from = 0; from < count; from += limits.sampledContexts) {
      const contexts = all.slice(from, from + limits.sampledContexts)
      const answer = await fetch(`${url}/sdk/v1/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...report, contexts }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
  }

  it('makes one at a click, counts whom each serves, and mends what can never match', async () => {
    await sample()
    await page.reload()
    await page.getByRole('button', { name: 'Add rule: country is NO' }).click()
    const first = page.getByRole('group', { name: 'Rule 1: country is NO → on' })
    await first.getByText('Serves 30 of 40 recent contexts').waitFor()
    await page.getByRole('button', { name: 'Add rule: country is NO' }).click()
    await page.getByText('Never matches: rule 1 already serves everyone it targets').waitFor()
    await page.getByRole('button', { name: 'Remove rule' }).click()
    await page.getByText('Never matches').waitFor({ state: 'detached' })
    // A value close to one that was seen.
    const bar = page.getByRole('textbox', { name: 'Type a rule' })
    await bar.fill('country is se')
    await bar.press('Enter')
    await page.getByText('se has never been seen; SE was seen 10 times').waitFor()
    await page.getByRole('button', { name: 'Change to SE' }).click()
    const second = page.getByRole('group', { name: 'Rule 2: country is SE → on' })
    await second.getByText('Serves 10 of 40 recent contexts').waitFor()
    await second.getByRole('button').first().click()
    await page.getByLabel('Rule 2, condition 1, values').first().click()
    await page.getByRole('option', { name: 'NO 30 times' }).click()
    await page.getByRole('group', { name: 'Rule 2: country is SE or NO → on' }).waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
  })

  it('shows an approver who moves, and on the flag that a change is coming', async () => {
    await sample()
    const { revision: base, document } = await head('development')
    const when = { attribute: 'country', operator: 'is' as const, values: ['SE'] }
    const rules = [{ id: 'r1', when, serve: { variant: 'off' } }]
    const entry = { kind: 'flag' as const, environment: 'development', key: flag, base }
    const entries = [{ ...entry, document: { ...document, rules } }]
    const { number } = await owner.api.changes.save.mutate({ project: 'shop', title: 'Off in Sweden', entries })
    await page.goto(`/p/shop/changes/${number}`)
    await page
      .getByText(/About \d+ of \d+ recent contexts would get a different variant. All move from on to off/)
      .waitFor()
    await page.getByRole('cell', { name: 'rule 1' }).first().waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.goto(`/p/shop/flags/${flag}`)
    await page
      .getByRole('region', { name: 'Development', exact: true })
      .getByRole('link', { name: `#${number}` })
      .waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
  })

  it('asks for a second look where many move, on a page from before the limit was set, too', async () => {
    // The previous test left the page at phone width, which shows bars instead of bands.
    await page.setViewportSize({ width: 1440, height: 900 })
    await sample('staging', 200)
    goOnWith(`second-look-${count}`)
    await owner.api.flags.create.mutate({ project: 'shop', key: flag, name: flag, onIn: ['staging'] })
    await page.goto(`/p/shop/flags/${flag}?env=staging`)
    const bar = page.getByRole('textbox', { name: 'Type a rule' })
    await bar.fill('country is SE -> off')
    await bar.press('Enter')
    await page.getByRole('button', { name: /Publish to Staging/ }).waitFor()
    const place = { project: 'shop', environment: 'staging' }
    await owner.api.environments.edit.mutate({ ...place, moveLimitPer100k: 5_000 })
    const asks = /^Request review: 50 of 200 move, over 5%/
    const sheet = page.getByRole('dialog')

    await page.getByRole('button', { name: /Publish to Staging/ }).click()
    await sheet.getByText('Staging asks for a second look: 50 of 200 move, over 5%').waitFor()
    await sheet.getByRole('button', { name: asks }).waitFor()
    await sheet.getByRole('button', { name: 'Keep draft' }).click()

    await page.getByRole('button', { name: 'Review 1 change' }).click()
    await sheet.getByRole('group', { name: 'About 50 of 200 recent contexts would get a different variant.' }).waitFor()
    await sheet.getByText('50 move to off').waitFor()
    await sheet.getByRole('button', { name: asks }).waitFor()
    expect(await flaws(page, [phone, desk])).toEqual([])
    await sheet.getByRole('button', { name: asks }).click()
    await page.waitForURL(/\/changes\/\d+$/)
    await page.getByText('50 move to off').waitFor()
    const change = Number(page.url().split('/').at(-1))
    expect((await owner.api.changes.get.query({ project: 'shop', change })).state).toBe('in-review')
    await owner.api.environments.edit.mutate({ ...place, moveLimitPer100k: null })
  })

  it('shows what was seen, to declare it and to ask about it', async () => {
    await page.goto('/p/shop/contexts?env=production')
    await page.getByText('Production isn’t sampling contexts').waitFor()
    await page.getByRole('link', { name: 'Development' }).click()
    await page
      .getByRole('link', { name: /^u\d+ country=NO$/ })
      .first()
      .waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.getByRole('button', { name: 'Declare country' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Declare' }).click()
    await page.getByText('Declared country').waitFor()
    expect(await owner.api.attributes.list.query({ project: 'shop' })).toMatchObject([
      { name: 'country', type: 'string' },
    ])
  })

  it('takes a pasted list, and says how many are new', async () => {
    await addRule()
    const values = page.getByLabel('Rule 1, condition 1, values').first()
    await values.focus()
    await values.evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '["NO", "SE", "DK", "SE"]')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('Added 2, 2 duplicates').waitFor()
    expect(await page.getByRole('group', { name: 'Rule 1: country is NO, DE, SE or DK → on' }).count()).toBe(1)
  })
})
