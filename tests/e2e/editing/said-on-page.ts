import { describe, expect, it } from 'vitest'
import { addRule, flag, head, owner, page } from './flag-at-hand.ts'

/** How far the first element is covered by the second, in pixels. */
const overlap = (one: string, other: string) =>
  page.evaluate(
    ([a = '', b = '']) => {
      const [first, second] = [a, b].map((part) => document.querySelector(part)?.getBoundingClientRect())
      if (first === undefined || second === undefined) return null
      return Math.max(0, Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top))
    },
    [one, other],
  )

describe('what is said on the page', () => {
  it.each([1440, 1024, 390])('stands above the foot of the page, however high that is, at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await addRule()
    await page.locator('[data-foot]').waitFor()
    const publishMeanwhile = async () => {
      const { revision: base, document } = await head('development')
      const rules = [{ id: 'other', when: true as const, serve: { variant: 'off' } }]
      const entries = [
        { kind: 'flag' as const, key: flag, document: { ...document, rules, otherwise: { variant: 'off' } } },
      ]
      await owner.api.revisions.publish.mutate({
        project: 'shop',
        environment: 'development',
        base,
        message: '',
        entries,
      })
    }
    await publishMeanwhile()
    await page.getByText(/Someone published to Development/).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press('y')
    await page.getByRole('region', { name: 'Notifications' }).getByRole('status').first().waitFor()
    expect(await overlap('section[aria-label=Notifications] > div', '[data-foot]')).toBe(0)
    await page
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click()
  })

  it('loses no click where a control moves while it is pressed', async () => {
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.textContent = 'Moves'
      button.style.cssText = 'position: fixed; top: 200px; left: 400px; z-index: 999; width: 80px; height: 24px'
      button.addEventListener('pointerdown', () => (button.style.top = '300px'))
      button.addEventListener(
        'click',
        () => (button.dataset['clicks'] = String(Number(button.dataset['clicks'] ?? 0) + 1)),
      )
      document.querySelector('main')?.append(button)
    })
    const button = page.getByRole('button', { name: 'Moves' })
    const place = await button.boundingBox()
    await page.mouse.move((place?.x ?? 0) + 40, (place?.y ?? 0) + 12)
    await page.mouse.down()
    await page.mouse.up()
    expect(await button.getAttribute('data-clicks')).toBe('1')
    // dragging away from a pressed button must not click it
    await page.mouse.move((place?.x ?? 0) + 40, (place?.y ?? 0) + 112)
    await page.mouse.down()
    await page.mouse.move((place?.x ?? 0) + 240, (place?.y ?? 0) + 300)
    await page.mouse.up()
    expect(await button.getAttribute('data-clicks')).toBe('1')
  })

  it('shows the whole of a long value, in every field that holds one', async () => {
    const long = `first line\n${'a long value '.repeat(20)}`
    const key = `${flag}-words`
    await owner.api.flags.create.mutate({
      ...{ project: 'shop', key, name: key, type: 'string' },
      variants: [
        { key: 'long', value: long },
        { key: 'short', value: 's' },
      ],
    })
    await page.goto(`/p/shop/flags/${key}?env=development`)
    const fields = page.locator('textarea:visible')
    await page.getByLabel('long', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add rule', exact: true }).click()
    await page.getByRole('combobox', { name: 'Rule 1, condition 1, attribute' }).fill('path')
    const values = page.getByLabel('Rule 1, condition 1, values').first()
    await values.fill('x'.repeat(200))
    await values.press('Enter')
    await expect.poll(() => fields.count()).toBeGreaterThan(1)
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main textarea, main .mantine-Pill-label')]
          .filter((one) => one.checkVisibility() && one.ariaHidden !== 'true' && one.tabIndex !== -2)
          .filter((one) => one.clientHeight < 280)
          .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
          .map((one) => one.ariaLabel ?? one.textContent?.slice(0, 20)),
      )
    expect(await cut()).toEqual([])
  })
})
