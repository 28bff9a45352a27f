import type { Browser, Page } from 'playwright-core'
import { aVisitor } from '../visitor.ts'
import { cutOff } from './clipped.ts'
import { allLooks, builtOf, desk, flaws, go, type Look, lookedAtAs, phone, zoomFlaws } from './look.ts'
import type { Screen } from './screens.ts'

/** `npm run axe` checks everything in both color schemes and three widths; `npm test` checks a part. */
const whole = process.env['MATRIX'] === 'whole'

/** All looks in a full run, otherwise the given ones. */
export const looksOr = (...some: Look[]): readonly Look[] => (whole ? allLooks : some)

/**
 * One look for each index: wide and light, then narrow and dark, alternating. A second visitor with `second` gets the
 * other look, so that together both are covered.
 */
export const inTurn = (at: number, second = false): readonly Look[] => looksOr((at % 2 === 0) === second ? phone : desk)

/** Groups items with the same looks, because each change of look renders the page again. */
export const alikeTogether = <Item>(row: readonly Item[], looks: (item: Item) => readonly Look[]): Item[] => {
  const of = (item: Item) => JSON.stringify(looks(item))
  return row.toSorted((one, other) => of(one).localeCompare(of(other)))
}

export type Visitor = Awaited<ReturnType<typeof aVisitor>>
export type Wrong = Record<string, readonly string[]>

/** Number of states and looks checked in this file, and of flaws found. */
export const count = { states: 0, looks: 0, flaws: 0 }

export const said = () => `axe: ${count.looks} looks at ${count.states} states, ${count.flaws} flaws`

/** Finds problems of the open page. A menu closes on blur, so focus is not checked while one is open. */
export const lookAt = async (page: Page, looks: readonly Look[], walks = true): Promise<string[]> => {
  const found = await flaws(page, looks)
  const menu = page.locator('#layers').locator('[role="menu"], [role="listbox"], [role="dialog"]:not([aria-modal])')
  if (walks && (await menu.count()) === 0) found.push(...(await zoomFlaws(page)))
  count.looks += looks.length
  return found
}

/** Records the flaws of a place. */
export const note = (wrong: Record<string, readonly string[]>, where: string, found: readonly string[]) => {
  count.states += 1
  count.flaws += found.length
  if (found.length > 0) wrong[where] = found
}

type Walk = {
  /** Looks of the screen at an index. */
  looks: (at: number) => readonly Look[]
  /** Also waits for each screen's text. */
  reads?: boolean
  /** Whether to check focus and zoom at an index. */
  walks?: (at: number) => boolean
  /** Whether to search for texts that are cut off. */
  cuts?: boolean
}

/** Structures and looks checked so far in this file, so that equal pages are checked once. */
const seenBefore = new Set<string>()

/** Navigates from screen to screen like links do. Returns what is wrong, by path. */
export const walk = async ({ page }: Visitor, seen: readonly Screen[], { looks, reads, walks, cuts }: Walk) => {
  const wrong: Wrong = {}
  await page.goto('/forgot')
  const row = seen.map((screen, place) => ({
    screen,
    place,
    how: [looks(place), whole || (walks?.(place) ?? true)] as const,
  }))
  for (const { screen, place, how } of alikeTogether(row, (one) => one.how[0])) {
    const { at, shows, leadsTo } = screen
    const [first] = how[0]
    if (first) await lookedAtAs(page, first)
    await go(page, at)
    const found: string[] = []
    const reading = page.getByText(shows).filter({ visible: true }).first().waitFor()
    if (reads) await reading.catch(() => found.push(`does not show ${String(shows)}`))
    else reading.catch(() => undefined)
    const { pathname } = new URL(page.url())
    if (leadsTo !== undefined && pathname !== leadsTo) found.push(`leads to ${pathname}`)
    if ((await page.getByText('Something went wrong on this page').count()) > 0) found.push('the page failed')
    const seen = JSON.stringify([how, await builtOf(page)])
    if (!seenBefore.has(seen)) found.push(...(await lookAt(page, ...how)))
    if (cuts) found.push(...(await cutOff(page, place)))
    // A page with flaws is reported for each of its paths.
    if (found.length === 0) seenBefore.add(seen)
    note(wrong, at, found)
  }
  return wrong
}

/** A signed-in user with their own page. Fails on requests to other servers and on page errors. */
export const visit = async (
  browser: Browser,
  url: string,
  person: Parameters<typeof aVisitor>[2],
  tour: (visitor: Visitor) => Promise<Wrong>,
) => {
  const visitor = await aVisitor(browser, url, person)
  const wrong = await tour(visitor)
  await visitor.page.context().close()
  return { ...wrong, ...(visitor.outside.length > 0 && { outside: visitor.outside }) }
}
