import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { aVisitor } from '../visitor.ts'
import { clippedTexts, hiddenColumns, oddPunctuation } from './clipped.ts'
import { go, patience, settled } from './look.ts'
import { screens } from './screens.ts'
import { aWorld, type World } from './world.ts'

let browser: Browser
let world: World

beforeAll(async () => {
  browser = await aChromium()
  world = await aWorld()
  const inShop = { project: 'shop' }
  const long = 'A flag whose name somebody wrote out in full, for everybody who comes after them to understand'
  await world.owner.api.flags.create.mutate({ ...inShop, key: 'a-flag-with-a-key-that-goes-on-and-on', name: long })
  await world.owner.api.changes.save.mutate({
    ...inShop,
    title: 'A change with a title as long as they come, and then a few more words',
    entries: [
      {
        kind: 'flag',
        key: 'hero',
        environment: 'staging',
        base: (await world.owner.api.flags.get.query({ ...inShop, flag: 'hero' })).heads['staging']?.revision ?? 0,
        document:
          (await world.owner.api.flags.get.query({ ...inShop, flag: 'hero' })).heads['staging']?.document ?? null,
      },
    ],
  })
})

/** The widths at a place of the row of screens: a desk's, in turn, and a phone's. */
const widths = (at: number) => [[1440, 1280, 1024][at % 3] ?? 1440, 390]
describe('on every screen, at 1440, 1280 or 1024, and at 390 pixels', () => {
  it('no text is cut off, with long names and with words 40% longer', patience, async () => {
    const { page } = await aVisitor(browser, world.url, world.owner)
    await page.goto('/p/shop/flags')
    await settled(page)
    const wrong: Record<string, string[]> = {}
    for (const [place, { at }] of Object.values(screens(world)).flat().entries()) {
      await go(page, at)
      const found: string[] = []
      for (const width of widths(place)) {
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate(() => new Promise(requestAnimationFrame))
        const note = (list: readonly string[]) => found.push(...list.map((one) => `${width} px: ${one}`))
        // what has room for longer words has it for those that are there
        note(await clippedTexts(page, 0.4))
        if (width >= 1024) note(await hiddenColumns(page))
        if (width > 390) note((await oddPunctuation(page)).map((line) => `odd: ${line}`))
      }
      if (found.length > 0) wrong[at] = [...new Set(found)]
    }
    await page.context().close()
    expect(wrong).toEqual({})
  })
})
