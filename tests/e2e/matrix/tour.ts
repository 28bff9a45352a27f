import type { Browser, Page } from 'playwright-core'
import { aVisitor } from '../visitor.ts'
import { cutOff } from './clipped.ts'
import { allLooks, builtOf, desk, flaws, go, type Look, lookedAtAs, phone, zoomFlaws } from './look.ts'
import type { Screen } from './screens.ts'

/** `npm run axe` looks at everything in both colour schemes and three widths; `npm test` at a part of it. */
const whole = process.env['MATRIX'] === 'whole'

/** The looks of a part, where not everything is looked at in all of them. */
export const looksOr = (...some: Look[]): readonly Look[] => (whole ? allLooks : some)

/**
 * One look of each of a row of screens or layers: wide and light, then narrow and dark, in turn. Two people who go along the
 * same row, the second from the other look on, see each in both.
 */
export const inTurn = (at: number, second = false): readonly Look[] => looksOr((at % 2 === 0) === second ? phone : desk)

/** A row in which those that are looked at alike follow each other: a page that gets another look is drawn anew. */
export const alikeTogether = <Item>(row: readonly Item[], looks: (item: Item) => readonly Look[]): Item[] => {
  const of = (item: Item) => JSON.stringify(looks(item))
  return row.toSorted((one, other) => of(one).localeCompare(of(other)))
}

export type Visitor = Awaited<ReturnType<typeof aVisitor>>
export type Wrong = Record<string, readonly string[]>

/** How often this file looked, at what, and what it found. */
export const count = { states: 0, looks: 0, flaws: 0 }

export const said = () => `axe: ${count.looks} looks at ${count.states} states, ${count.flaws} flaws`

/** What is wrong with what is open. A menu goes with the focus, so that its page is walked through without it. */
export const lookAt = async (page: Page, looks: readonly Look[], walks = true): Promise<string[]> => {
  const found = await flaws(page, looks)
  const menu = page.locator('#layers').locator('[role="menu"], [role="listbox"], [role="dialog"]:not([aria-modal])')
  if (walks && (await menu.count()) === 0) found.push(...(await zoomFlaws(page)))
  count.looks += looks.length
  return found
}

/** Keeps what was found in a place. */
export const note = (wrong: Record<string, readonly string[]>, where: string, found: readonly string[]) => {
  count.states += 1
  count.flaws += found.length
  if (found.length > 0) wrong[where] = found
}

type Walk = {
  /** the looks of the screen at a place of the row */
  looks: (at: number) => readonly Look[]
  /** what each screen shows is waited for, too */
  reads?: boolean
  /** whether the focus is followed, and the page zoomed, at a place of the row */
  walks?: (at: number) => boolean
  /** whether texts are looked for that are cut off */
  cuts?: boolean
}

/** What was looked at in this file, and how: what is built the same is looked at once. */
const seenBefore = new Set<string>()

/** Goes from screen to screen as links do; the answer is what is wrong, by address. */
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
    // one that is wrong is told by each of its addresses
    if (found.length === 0) seenBefore.add(seen)
    note(wrong, at, found)
  }
  return wrong
}

/** Somebody with a page of their own, from whom nothing asks another server and no fault is hidden. */
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
