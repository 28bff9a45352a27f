import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { testServer } from '../../support/server.ts'
import { aVisitor } from '../visitor.ts'
import { layers } from './layers.ts'
import { allLooks, desk, flaws, go, type Look, phone, settled, tablet, zoomFlaws } from './look.ts'
import { inEmpty, type Screen, screens, signedOut } from './screens.ts'
import { aWorld, type World } from './world.ts'

/** `npm run axe` looks at everything in both colour schemes and three widths; `npm test` at a part of it. */
const whole = process.env['MATRIX'] === 'whole'
const patience = { timeout: 1_800_000 }

const looksOr = (...some: Look[]): readonly Look[] => (whole ? allLooks : some)

let browser: Browser
let world: World
const count = { states: 0, looks: 0, flaws: 0 }

beforeAll(async () => {
  world = await aWorld()
  browser = await aChromium()
})

type Visitor = Awaited<ReturnType<typeof aVisitor>>
type Wrong = Record<string, readonly string[]>

/** What is wrong with what is open. A menu goes with the focus, so that its page is walked through without it. */
const lookAt = async (page: Page, looks: readonly Look[], walks = true): Promise<string[]> => {
  const found = await flaws(page, looks)
  const menu = page.locator('#layers').locator('[role="menu"], [role="listbox"], [role="dialog"]:not([aria-modal])')
  if (walks && (await menu.count()) === 0) found.push(...(await zoomFlaws(page)))
  count.looks += looks.length
  return found
}

const note = (wrong: Record<string, readonly string[]>, where: string, found: readonly string[]) => {
  count.flaws += found.length
  if (found.length > 0) wrong[where] = found
}

/** Goes from screen to screen as links do; the answer is what is wrong, by address. */
const walk = async ({ page }: Visitor, seen: readonly Screen[], looks: readonly Look[], reads = false) => {
  const wrong: Wrong = {}
  await page.goto('/forgot')
  for (const { at, shows, leadsTo } of seen) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await go(page, at)
    const found: string[] = []
    const reading = page.getByText(shows).filter({ visible: true }).first().waitFor()
    if (reads) await reading.catch(() => found.push(`does not show ${String(shows)}`))
    else reading.catch(() => undefined)
    const { pathname } = new URL(page.url())
    if (leadsTo !== undefined && pathname !== leadsTo) found.push(`leads to ${pathname}`)
    if ((await page.getByText('Something went wrong on this page').count()) > 0) found.push('the page failed')
    found.push(...(await lookAt(page, looks)))
    count.states += 1
    note(wrong, at, found)
  }
  return wrong
}

/** Opens every layer by its hand; the answer is what is wrong, by its name. */
const openAll = async ({ page }: Visitor, looks: readonly Look[]) => {
  const wrong: Wrong = {}
  for (const [name, { at, open, shows, widths }] of Object.entries(layers(world))) {
    const seen = looks.filter(({ width }) => widths?.includes(width) ?? true)
    const opened = page.getByText(shows).filter({ visible: true }).first()
    const found: string[] = []
    for (const one of seen) {
      await page.setViewportSize({ width: one.width, height: 900 })
      // what hangs on a button goes when that is out of sight
      if (one === seen[0] || !(await opened.isVisible())) {
        await page.goto(at)
        await settled(page)
        await open(page)
        await opened.waitFor()
      }
      found.push(...(await lookAt(page, [one], one === seen.at(-1))))
    }
    count.states += 1
    note(wrong, name, found)
  }
  return wrong
}

/** Somebody with a page of their own, from whom nothing asks another server and no fault is hidden. */
const visit = async (person: Parameters<typeof aVisitor>[2], tour: (visitor: Visitor) => Promise<Wrong>) => {
  const visitor = await aVisitor(browser, world.url, person)
  const wrong = await tour(visitor)
  await visitor.page.context().close()
  return { ...wrong, ...(visitor.outside.length > 0 && { outside: visitor.outside }) }
}

const everyScreen = () => Object.values(screens(world)).flat()
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

describe('no flaw that axe knows, nothing wider than the window, no focus out of sight', () => {
  it('on any screen, for an owner', patience, async () => {
    const looks = looksOr(desk, phone)
    expect(await visit(world.owner, (visitor) => walk(visitor, everyScreen(), looks, true))).toEqual({})
  })

  it('on any screen, for a viewer', patience, async () => {
    expect(await visit(world.viewer, (visitor) => walk(visitor, everyScreen(), looksOr(tablet)))).toEqual({})
  })

  it('in a project that has nothing', patience, async () => {
    const seen = everyScreen().flatMap((screen) => inEmpty(screen) ?? [])
    expect(
      await visit(world.owner, (visitor) => walk(visitor, seen, looksOr({ ...tablet, colorScheme: 'light' }))),
    ).toEqual({})
  })

  it('signed out, and at the first start', patience, async () => {
    const looks = looksOr(desk, phone)
    const first = await testServer()
    const wrong = await visit(nobody, async (visitor) => {
      const out = await walk(visitor, signedOut(world), looks, true)
      await visitor.page.goto(`${first.url}/setup`)
      await settled(visitor.page)
      visitor.outside.length = 0 // it is another server, on purpose
      return { ...out, ...(await walk(visitor, [{ at: '/setup', shows: 'Your name' }], looks)) }
    })
    expect(wrong).toEqual({})
  })

  it('with any layer open', patience, async () => {
    expect(await visit(world.owner, (visitor) => openAll(visitor, looksOr(desk, phone)))).toEqual({})
  })
})

afterAll(() => console.log(`axe: ${count.looks} looks at ${count.states} states, ${count.flaws} flaws`))
