import { describe, expect, it } from 'vitest'
import { addRule, flag, head, owner, page } from './flag-at-hand.ts'

describe('editing a flag', () => {
  it('publishes a rule to an unprotected environment at once', async () => {
    await addRule()
    await page.getByRole('button', { name: /Publish to Development/ }).click()
    await page
      .getByText(/Published revision/)
      .first()
      .waitFor()
    const { document } = await head('development')
    expect(document.rules.map(({ when, serve }) => ({ when, serve }))).toEqual([
      { when: { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] }, serve: { variant: 'on' } },
    ])
  })

  it('undoes a publish with one key', async () => {
    const before = (await head('development')).document
    await addRule()
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(/Published revision/)
      .first()
      .waitFor()
    await page.locator('body').press('z')
    await page.getByText('Undone in Development').waitFor()
    expect((await head('development')).document).toEqual(before)
  })

  it('keeps the draft through a reload, in words', async () => {
    await addRule()
    await page.reload()
    await page.getByText('1 unpublished change in Development').waitFor()
    await page.getByRole('group', { name: 'Rule 1: country is NO or DE → on' }).waitFor()
    expect((await head('development')).document.rules).toEqual([])
  })

  it('refuses to publish while something is missing, and says what', async () => {
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('To publish, fill in an attribute in rule 1.').waitFor()
    expect(await page.getByRole('button', { name: /Publish to Development/ }).isEnabled()).toBe(false)
  })

  it('takes a rule typed as a sentence', async () => {
    await page.keyboard.press('a')
    await page.keyboard.type('country is NO, DE and plan is not free -> on 25%')
    await page.keyboard.press('Enter')
    const words = 'Rule 1: country is NO or DE and plan is not free → on for 25%'
    await expect.poll(() => page.getByRole('group', { name: words }).count()).toBe(1)
  })

  it('keeps a sentence that it cannot read, and says what it expected', async () => {
    await page.keyboard.press('a')
    await page.keyboard.type('country equals NO')
    await page.keyboard.press('Enter')
    await page.getByText(/Expected an operator: is, is not, contains/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Type a rule' }).inputValue()).toBe('country equals NO')
  })

  it('moves rules with Alt and an arrow key, and says so', async () => {
    await addRule()
    await page.getByRole('button', { name: /Add rule/ }).click()
    await page.getByRole('combobox', { name: 'Rule 2, condition 1, attribute' }).fill('plan')
    await page.getByLabel('Rule 2, condition 1, values').first().fill('gold')
    await page.getByLabel('Rule 2, condition 1, values').first().press('Enter')
    const second = page
      .getByRole('group', { name: /^Rule 2: plan/ })
      .getByRole('button')
      .first()
    await second.press('Alt+ArrowUp')
    await page.getByText('Rule 2 moved to position 1 of 2').waitFor()
    expect(await page.getByRole('group', { name: 'Rule 1: plan is gold → on' }).count()).toBe(1)
  })

  it('splits by weight, the others giving way', async () => {
    await addRule()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByLabel('Rule 1, percentage of on').fill('30')
    const words = 'Rule 1: country is NO or DE → on for 30%, off for 70%'
    await expect.poll(() => page.getByRole('group', { name: words }).count()).toBe(1)
  })

  // A field's hint disappears on blur, or when values become chips.
  it('takes a press on a button below the field that has the focus, whatever that field is', async () => {
    const cases = [
      ['is', 'DE, SE'],
      ['is version … or newer', '2'],
      ['is before', 'mon 9am'],
      ['is more than', 'x'],
    ] as const
    for (const [at, [operator, typed]] of cases.entries()) {
      const rule = `Rule ${at + 1}`
      await page.getByRole('button', { name: /^Add rule$/ }).click()
      await page.getByRole('combobox', { name: `${rule}, condition 1, attribute` }).fill('country')
      if (operator !== 'is') {
        await page.getByRole('combobox', { name: `${rule}, condition 1, operator` }).click()
        await page.getByRole('option', { name: operator, exact: true }).click()
      }
      const field = page.getByLabel(new RegExp(`^${rule}, condition 1, values?$`)).first()
      await field.fill(typed)
      const split = page.getByRole('button', { name: 'Split' }).last()
      // The page may shift between locating the button and the press. Then the press starts elsewhere, so it is
      // retried.
      const begins = async () => {
        await split.hover()
        await page.mouse.down()
        if (await split.evaluate((button) => button.matches(':active'))) return true
        await page.mouse.up()
        return false
      }
      await expect.poll(begins).toBe(true)
      // Held until the page has rendered the effect of the blur.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      await page.mouse.up()
      await page.getByLabel(`${rule}, percentage of on`).waitFor()
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
    }
  })

  it('passes a sheet with a note where the environment is protected', async () => {
    await page.getByRole('switch', { name: /Production/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Note').fill('')
    await expect.poll(() => sheet.getByRole('button', { name: /Turn on in Production/ }).isEnabled()).toBe(false)
    await sheet.getByLabel('Note').fill('Launch day')
    await sheet.getByRole('button', { name: /Turn on in Production/ }).click()
    await page
      .getByText(/^Turned on .* in Production$/)
      .first()
      .waitFor()
    const { revisions } = await owner.api.revisions.list.query({
      project: 'shop',
      environment: 'production',
      key: flag,
    })
    expect([(await head('production')).document.on, revisions[0]?.message]).toEqual([true, 'Launch day'])
  })

  it('shows what somebody else published meanwhile, and puts the draft on top', async () => {
    await addRule()
    const { revision, document } = await head('development')
    const theirs = { ...document, otherwise: { variant: 'off' } }
    const entry = { kind: 'flag' as const, key: flag, document: theirs }
    await owner.api.revisions.publish.mutate({
      project: 'shop',
      environment: 'development',
      base: revision,
      entries: [entry],
    })
    await page
      .getByText('Someone published to Development after you started. Your changes still apply cleanly.')
      .waitFor()
    await page.getByRole('button', { name: 'Merge my changes' }).click()
    await page.getByRole('button', { name: /Publish to Development/ }).click()
    await page
      .getByText(/Published revision/)
      .first()
      .waitFor()
    const after = (await head('development')).document
    expect([after.otherwise, after.rules.length]).toEqual([{ variant: 'off' }, 1])
  })
})
