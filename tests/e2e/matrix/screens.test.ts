import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { testServer } from '../../support/server.ts'
import { shareOf } from '../../support/turn.ts'
import { aVisitor } from '../visitor.ts'
import { desk, patience, phone, tablet } from './look.ts'
import { inEmpty, screens, signedOut } from './screens.ts'
import { inTurn, looksOr, said, visit, walk } from './tour.ts'
import { aWorld, type World } from './world.ts'

let browser: Browser
let world: World
beforeAll(async () => {
  world = await aWorld()
  browser = await aChromium()
})

/** A third of the screens in each run of `npm test`. */
const someScreens = () => shareOf(Object.values(screens(world)).flat(), 3)
const nobody = { cookie: () => 'none=none' } as Parameters<typeof aVisitor>[2]

describe('the addresses of the web UI', () => {
  it('are looked at, every one', async () => {
    const { page } = await aVisitor(browser, world.url, world.owner)
    await page.goto('/forgot')
    const known = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__.routesByPath))
    expect(Object.keys(screens(world)).toSorted()).toEqual(known.toSorted())
    await page.context().close()
  })
})

describe('no flaw that axe knows, nothing wider than the window or cut off, no focus out of sight', () => {
  it('on any screen, for an owner', patience, async () => {
    const by = { looks: (at: number) => inTurn(at), reads: true, walks: (at: number) => at % 2 === 0, cuts: true }
    expect(await visit(browser, world.url, world.owner, (visitor) => walk(visitor, someScreens(), by))).toEqual({})
  })

  it('on any screen, for a viewer', patience, async () => {
    const by = { looks: (at: number) => inTurn(at, true), walks: (at: number) => at % 2 === 1 }
    expect(await visit(browser, world.url, world.viewer, (visitor) => walk(visitor, someScreens(), by))).toEqual({})
  })

  it('in a project that has nothing', patience, async () => {
    const seen = someScreens().flatMap((screen) => inEmpty(screen) ?? [])
    // Focus on these screens is already checked by the two tests above.
    const by = { looks: () => looksOr(tablet), walks: () => false }
    expect(await visit(browser, world.url, world.owner, (visitor) => walk(visitor, seen, by))).toEqual({})
  })

  it('signed out', patience, async () => {
    const by = { looks: () => looksOr(desk, phone), reads: true }
    expect(await visit(browser, world.url, nobody, (visitor) => walk(visitor, signedOut(world), by))).toEqual({})
  })

  it('at the first start', patience, async () => {
    const { url } = await testServer()
    const by = { looks: () => looksOr(desk, phone), reads: true }
    const seen = [{ at: '/setup', shows: 'Your name' }]
    expect(await visit(browser, url, nobody, (visitor) => walk(visitor, seen, by))).toEqual({})
  })
})

afterAll(() => console.log(said()))
