import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

// axe-core is what @axe-core/playwright brings; run in the page itself, it costs one call for each look
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

type Violations = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
declare global {
  interface Window {
    /** axe-core, once its source ran in the page. */
    axe?: { run: (root: Document, options: object) => Promise<Violations> }
    /** The router of the web UI, which it leaves here itself. */
    __TSR_ROUTER__: {
      routesByPath: Record<string, unknown>
      history: { push: (path: string) => void }
      state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
    }
  }
}

export type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number }

const widths = [1440, 768, 390]
/** Both colour schemes at three widths. */
export const allLooks: readonly Look[] = widths.flatMap((width) => [
  { colorScheme: 'light', width },
  { colorScheme: 'dark', width },
])

export const desk: Look = { colorScheme: 'light', width: 1440 }
export const phone: Look = { colorScheme: 'dark', width: 390 }
export const tablet: Look = { colorScheme: 'dark', width: 768 }

// nothing is loaded for it again: only what a rule about sound asks for is, and no screen makes any
const options = { reporter: 'no-passes', rules: { 'target-size': { enabled: true } }, preload: false }

/** What axe finds wrong, as `rule: where`. */
const axe = async (page: Page): Promise<string[]> => {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  return page.evaluate(async (given) => {
    const found = await window.axe?.run(document, given)
    // an open menu covers a part of what is below it, until Escape
    const menu = document.querySelector('#layers :is([role="menu"], [role="listbox"], [role="dialog"])')
    const counts = (id: string, target: string) =>
      id !== 'target-size' || menu === null || document.querySelector(`#layers ${target}`) !== null
    return (found?.violations ?? []).flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => target.join(' ')).flatMap((target) => (counts(id, target) ? [`${id}: ${target}`] : [])),
    )
  }, options)
}

/** What is wider than the window, where something is. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = [document.documentElement, ...document.querySelectorAll('main')]
    return scrolls.flatMap((box) => {
      const beyond = box.scrollWidth - box.clientWidth
      return beyond > 0 ? [`${box.localName} is ${beyond} px wider than the window`] : []
    })
  })

/** 1280 × 1024 at 400%, as WCAG 1.4.10 measures it. */
const zoomed = { width: 320, height: 256 }

/**
 * What gets the focus and is not seen: every element in the tab order is focused in turn, and one of its corners or its
 * middle has to be on top (WCAG 2.4.11).
 */
const obscured = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const held = document.activeElement
    const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    // while a dialog is open, only what is in it can be reached
    const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
    const found: string[] = []
    // the field of a choice is drawn as its label
    const labelOf = (field: HTMLElement) =>
      field instanceof HTMLInputElement && field.type === 'radio' ? field.labels?.[0] : undefined
    for (const element of (dialogs.at(-1) ?? document).querySelectorAll<HTMLElement>(tabbable)) {
      if (
        element.tabIndex < 0 ||
        element.matches(':disabled') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue
      if (document.activeElement === element) element.blur()
      element.focus()
      if (document.activeElement !== element) continue
      const seen = element.closest('label') ?? labelOf(element) ?? element
      const { left, top, right, bottom } = seen.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [
        [x, y],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ]
      const onTop = points.some(([px = 0, py = 0]) => {
        const there = document.elementFromPoint(px, py)
        // what the reader opened beside the page, and Escape takes away, may cover it
        if (there === null) return false
        const beside = there.closest('#layers, aside, [role="dialog"]')
        return seen.contains(there) || there.contains(seen) || (beside !== null && !beside.contains(seen))
      })
      if (!onTop) found.push(`focus is hidden: ${element.outerHTML.slice(0, 120)}`)
    }
    if (held instanceof HTMLElement) held.focus()
    return found
  })

/** The page in a look from now on. */
export const lookedAtAs = async (page: Page, { colorScheme, width }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
}

/** Everything wrong with what is on the page, in each look. */
export const flaws = async (page: Page, looks: readonly Look[]): Promise<string[]> => {
  const found: string[] = []
  for (const look of looks) {
    const { colorScheme, width } = look
    await lookedAtAs(page, look)
    await laidOut(page)
    const wrong = [...(await axe(page)), ...(await sideways(page))]
    found.push(...wrong.map((flaw) => `${colorScheme}, ${width} px: ${flaw}`))
  }
  return found
}

/** Waits until a window of another size is laid out: a table of rows that become cards draws itself anew in a later frame. */
export const laidOut = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const shape = () =>
      JSON.stringify(
        [...document.querySelectorAll('main, table, tr')].map((part) => {
          const { left, top, width, height } = part.getBoundingClientRect()
          return [left, top, width, height]
        }),
      )
    let [last, same] = ['', 0]
    while (same < 3) {
      await new Promise(requestAnimationFrame)
      const now = shape()
      same = now === last ? same + 1 : 0
      last = now
    }
  })

/** What is wrong with where the focus goes, and with the page zoomed so far that a line has 320 pixels. */
export const zoomFlaws = async (page: Page): Promise<string[]> => {
  const found = await obscured(page)
  await page.setViewportSize(zoomed)
  await laidOut(page)
  found.push(...[...(await sideways(page)), ...(await obscured(page))].map((flaw) => `400%: ${flaw}`))
  return found
}

/**
 * What a page is built of, but for its texts, addresses and names of parts: screens that say of different things that they are
 * not there are one.
 */
export const builtOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const says = /^(class|role|type|disabled|tabindex|aria-(?!controls|describedby|labelledby|owns|label$).*)$/
    return Array.from(document.body.querySelectorAll('*'), (part) => {
      const told = [...part.attributes].filter(({ name }) => says.test(name))
      return `${part.localName} ${told.map(({ name, value }) => `${name}=${value}`).join(' ')}`
    }).join('\n')
  })

/** Goes to an address as a link does, without a new load, and waits until it stands. */
export const go = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => window.__TSR_ROUTER__.history.push(to), path)
  await settled(page)
}

/** A bound for what never ends: how many screens there are, and how fast a machine draws them, decides nothing. */
export const patience = { timeout: 1_800_000 }

/** Something is drawn, and nothing loads any more. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__.state
    const busy = document.querySelector('[class*="Skeleton-root"], [role="status"][aria-label^="Loading"]')
    const drawn = document.getElementById('root')?.firstElementChild !== null && document.fonts.status === 'loaded'
    return drawn && status === 'idle' && resolvedLocation?.href === location.href && busy === null
  })
}
