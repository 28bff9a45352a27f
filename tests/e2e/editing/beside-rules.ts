import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { addRule, count, flag, goOnWith, head, owner, page } from './flag-at-hand.ts'

describe('editing what a flag serves beside its rules', () => {
  const aFlag = async (type: 'string' | 'object', variants: { key: string; value: Json }[]) => {
    goOnWith(`${type}-${count}`)
    await owner.api.flags.create.mutate({
      project: 'shop',
      key: flag,
      name: flag,
      type,
      variants,
      onIn: ['development'],
    })
    await page.goto(`/p/shop/flags/${flag}`)
    await page.getByText('Add rule').waitFor()
  }
  const publish = async () => {
    await page.getByRole('button', { name: /Publish to Development/ }).click()
    await page
      .getByText(/Published revision/)
      .first()
      .waitFor()
    return (await head('development')).document
  }

  it('renames a variant where it stands and everywhere it is served, and adds one', async () => {
    await aFlag('string', [
      { key: 'compact', value: 'c' },
      { key: 'classic', value: 'k' },
    ])
    await page.getByLabel('Key for variant compact').fill('small')
    await page.getByLabel('Key for variant compact').press('Enter')
    await page.getByRole('button', { name: 'Add variant' }).click()
    await page.getByRole('textbox', { name: 'variant-3', exact: true }).fill('third')
    const document = await publish()
    expect(Object.entries(document.variants)).toEqual([
      ['small', 'c'],
      ['classic', 'k'],
      ['variant-3', 'third'],
    ])
    expect(document.otherwise).toEqual({ variant: 'small' })
  })

  it('says what is wrong with a JSON value while it is typed, and keeps what is right', async () => {
    await aFlag('object', [
      { key: 'a', value: { n: 1 } },
      { key: 'b', value: { n: 2 } },
    ])
    await page.getByRole('textbox', { name: 'a', exact: true }).fill('{ "n": ')
    await page.getByText(/Enter a JSON object/).waitFor()
    await page.getByRole('textbox', { name: 'a', exact: true }).fill('{ "n": 7, "deep": { "x": [1] } }')
    expect((await publish()).variants['a']).toEqual({ n: 7, deep: { x: [1] } })
  })

  it('requires another flag, chosen with its variants', async () => {
    const other = `other-${count}`
    await owner.api.flags.create.mutate({ project: 'shop', key: other, name: 'Other' })
    await page.reload()
    await page.getByRole('combobox', { name: 'Add a prerequisite' }).click()
    await page.getByRole('option', { name: other, exact: true }).click()
    expect((await publish()).prerequisites).toEqual([{ flag: other, variants: ['on'] }])
  })

  it('says who moves before it happens', async () => {
    await page.getByRole('button', { name: /^Everyone/ }).click()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByLabel('Everyone else, percentage of on').fill('90')
    await page.getByText('moves 10% from on to off').waitFor()
    expect((await head('development')).document.otherwise).toEqual({ variant: 'on' })
  })

  it('puts both sides of a conflict in words, and publishes the one that is chosen', async () => {
    await addRule()
    const { revision: base, document } = await head('development')
    await page.getByRole('button', { name: /^Everyone else/ }).click()
    await page.getByRole('combobox', { name: 'Everyone else, variant' }).click()
    await page.getByRole('option', { name: 'off', exact: true }).click()
    const parts = [
      { variant: 'on', from: 0, to: 25_000 },
      { variant: 'off', from: 25_000, to: 100_000 },
    ]
    const theirs = { ...document, otherwise: { split: { parts } } }
    await owner.api.revisions.publish.mutate({
      project: 'shop',
      environment: 'development',
      base,
      entries: [{ kind: 'flag', key: flag, document: theirs }],
    })
    await page.getByRole('radio', { name: 'Theirs: on for 25%, off for 75%' }).waitFor()
    await page.getByRole('radio', { name: 'Yours: off' }).check()
    await page.getByRole('button', { name: 'Merge my changes' }).click()
    const published = await publish()
    expect([published.otherwise, published.rules.length]).toEqual([{ variant: 'off' }, 1])
  })
})
