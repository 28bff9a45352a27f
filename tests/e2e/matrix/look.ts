import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

// Uses the axe-core from @axe-core/playwright. Run in the page itself, it needs only one call per look.
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

type Violations = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
declare global {
  interface Window {
    /** Set after axe-core's source ran in the page. */
    axe?: { run: (root: Document, options: object) => Promise<Violations> }
    /** The web UI's router, which it exposes here. */
    __TSR_ROUTER__: {
      routesByPath: Record<string, unknown>
      history: { push: (path: string) => void }
      state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
    }
  }
}

export type Look = { readonly colorScheme: 'light' | 'dark'; readonly width: number }

const widths = [1440, 768, 390]
/** Both color schemes at three widths. */
export const allLooks: readonly Look[] = widths.flatMap((width) => [
  { colorScheme: 'light', width },
  { colorScheme: 'dark', width },
])

export const desk: Look = { colorScheme: 'light', width: 1440 }
export const phone: Look = { colorScheme: 'dark', width: 390 }
export const tablet: Look = { colorScheme: 'dark', width: 768 }

// No preloading: only a rule about audio needs it, and no screen has any.
const options = { reporter: 'no-passes', rules: { 'target-size': { enabled: true } }, preload: false }

/** The violations found by axe, as `rule: target`. */
const axe = async (page: Page): Promise<string[]> => {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  return page.evaluate(async (given) => {
    const found = await window.axe?.run(document, given)
    // An open menu covers a part of the page until it is closed with Escape.
    const menu = document.querySelector('#layers :is([role="menu"], [role="listbox"], [role="dialog"])')
    const counts = (id: string, target: string) =>
      id !== 'target-size' || menu === null || document.querySelector(`#layers ${target}`) !== null
    return (found?.violations ?? []).flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => target.join(' ')).flatMap((target) => (counts(id, target) ? [`${id}: ${target}`] : [])),
    )
  }, options)
}

/** Elements wider than the window. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = [document.documentElement, ...document.querySelectorAll('main')]
    return scrolls.flatMap((box) => {
      const beyond = box.scrollWidth - box.clientWidth
      return beyond > 0 ? [`${box.localName} is ${beyond} px wider than the window`] : []
    })
  })

/** 1280 × 1024 at 400 %, as in WCAG 1.4.10. */
const zoomed = { width: 320, height: 256 }

/**
 * Finds focusable elements that are obscured: focuses every element in the tab order, and requires one of its corners
 * or its center to be on top (WCAG 2.4.11).
 */
const obscured = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const held = document.activeElement
    const tabbable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    // While a dialog is open, only its content can be reached.
    const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
    const found: string[] = []
    // A radio button is rendered as its label.
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
        // Layers that the user opened and that Escape closes may cover it.
        if (there === null) return false
        const beside = there.closest('#layers, aside, [role="dialog"]')
        return seen.contains(there) || there.contains(seen) || (beside !== null && !beside.contains(seen))
      })
      if (!onTop) found.push(`focus is hidden: ${element.outerHTML.slice(0, 120)}`)
    }
    if (held instanceof HTMLElement) held.focus()
    return found
  })

/** Applies a look to the page. */
export const lookedAtAs = async (page: Page, { colorScheme, width }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
}

/** Finds all problems of the current page in each look. */
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

/** Waits until the page is laid out after a resize: a table whose rows become cards renders again in a later frame. */
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

/** Finds problems with focus, and with the page zoomed so far that it is 320 pixels wide. */
export const zoomFlaws = async (page: Page): Promise<string[]> => {
  const found = await obscured(page)
  await page.setViewportSize(zoomed)
  await laidOut(page)
  found.push(...[...(await sideways(page)), ...(await obscured(page))].map((flaw) => `400%: ${flaw}`))
  return found
}

/**
 * The structure of a page without texts, URLs and ids, so that screens that differ only in what they report as missing
 * count as one.
 */
export const builtOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const says = /^(class|role|type|disabled|tabindex|aria-(?!controls|describedby|labelledby|owns|label$).*)$/
    return Array.from(document.body.querySelectorAll('*'), (part) => {
      const told = [...part.attributes].filter(({ name }) => says.test(name))
      return `${part.localName} ${told.map(({ name, value }) => `${name}=${value}`).join(' ')}`
    }).join('\n')
  })

/** Navigates like a link, without a page load, and waits until the page is rendered. */
export const go = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => window.__TSR_ROUTER__.history.push(to), path)
  await settled(page)
}

/** Timeout for hangs only: the number of screens and the speed of the machine must not matter. */
export const patience = { timeout: 1_800_000 }

/** Waits until something is rendered and nothing is loading. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__.state
    const busy = document.querySelector('[class*="Skeleton-root"], [role="status"][aria-label^="Loading"]')
    const drawn = document.getElementById('root')?.firstElementChild !== null && document.fonts.status === 'loaded'
    return drawn && status === 'idle' && resolvedLocation?.href === location.href && busy === null
  })
}
