import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { shareOf } from '../../support/turn.ts'
import { layers } from './layers.ts'
import { go, lookedAtAs, patience, settled } from './look.ts'
import { alikeTogether, inTurn, lookAt, note, said, type Visitor, visit, type Wrong } from './tour.ts'
import { aWorld, type World } from './world.ts'

/** Navigates without keeping open layers. Reloads only if a layer stays open. */
const goAnew = async (page: Page, at: string) => {
  if (page.url() !== 'about:blank') await go(page, '/forgot')
  const isLeft = () => page.evaluate(() => (document.querySelector('#layers')?.childElementCount ?? 0) > 0)
  if (page.url() !== 'about:blank' && !(await isLeft())) return go(page, at)
  await page.goto(at)
  return settled(page)
}

/** Opens every layer by its trigger. Returns what is wrong, by name. */
const openAll = async ({ page }: Visitor, world: World) => {
  const wrong: Wrong = {}
  const row = shareOf(Object.entries(layers(world)), 3).map(([name, layer], place) => {
    const fits = (second: boolean) => inTurn(place, second).filter(({ width }) => layer.widths?.includes(width) ?? true)
    return { name, layer, seen: fits(false).length > 0 ? fits(false) : fits(true) }
  })
  for (const { name, layer, seen } of alikeTogether(row, (one) => one.seen)) {
    const { at, open, shows } = layer
    const opened = page.getByText(shows).filter({ visible: true }).first()
    const found: string[] = []
    for (const one of seen) {
      await lookedAtAs(page, one)
      // A popup closes when its trigger scrolls out of view.
      if (one === seen[0] || !(await opened.isVisible())) {
        await goAnew(page, at)
        await open(page)
        await opened.waitFor()
      }
      found.push(...(await lookAt(page, [one], one === seen.at(-1))))
    }
    if (seen.length === 0) found.push('was never looked at')
    note(wrong, name, found)
  }
  return wrong
}

it('no layer has a flaw that axe knows, is wider than the window, or hides the focus', patience, async () => {
  const [world, browser] = await Promise.all([aWorld(), aChromium()])
  expect(await visit(browser, world.url, world.owner, (visitor) => openAll(visitor, world))).toEqual({})
})

afterAll(() => console.log(said()))
