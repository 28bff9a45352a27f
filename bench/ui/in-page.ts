import type { Page } from 'playwright-core'

/**
 * Milliseconds from a key to the first frame that shows a part of the result, and to the frame that shows all of it.
 */
export type Shown = { first: number; all: number }

/**
 * Measures from a key to the frames that show its result: the frame after the first and the frame after the last change
 * inside `selector` within 250 ms. Runs in the page, so that the round trip is not measured.
 */
export const keyToPaint = async (page: Page, selector: string, key: string): Promise<Shown> => {
  await page.evaluate((where) => {
    const place = document.querySelector(where) ?? document.body
    const timing = { from: 0, first: 0, all: 0 }
    Object.assign(globalThis, { timing })
    addEventListener('keydown', (event) => (timing.from = event.timeStamp), { capture: true, once: true })
    const after = new MessageChannel()
    // a message sent in an animation frame arrives after that frame is painted
    after.port1.onmessage = () => {
      timing.all = performance.now()
      timing.first ||= timing.all
    }
    const watch = new MutationObserver((records) => {
      // ignores invisible changes: the URL is updated after a delay, which changes links and rewrites fields
      if (records.some(({ attributeName }) => !['href', 'name', 'type', 'value'].includes(attributeName ?? '')))
        requestAnimationFrame(() => after.port2.postMessage(null))
    })
    watch.observe(place, { childList: true, subtree: true, characterData: true, attributes: true })
    setTimeout(() => watch.disconnect(), 1_000)
  }, selector)
  await page.keyboard.press(key)
  await page.waitForTimeout(250)
  return page.evaluate(() => {
    const { from, first, all } = (globalThis as unknown as { timing: { from: number; first: number; all: number } })
      .timing
    return { first: Math.max(0, first - from), all: Math.max(0, all - from) }
  })
}

/**
 * Returns the milliseconds from each key typed into the focused field to the frame that shows its letter. Keys follow
 * every `everyMs`, even if the page is behind, so the work of one key can delay the next.
 */
export const typed = async (page: Page, text: string, everyMs: number): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = []
    let from = 0
    const after = new MessageChannel()
    after.port1.onmessage = () => times.push(performance.now() - from)
    const onKey = (event: Event) => (from = event.timeStamp)
    // a message sent in an animation frame arrives after that frame is painted
    const onInput = () => requestAnimationFrame(() => after.port2.postMessage(null))
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('input', onInput, { capture: true })
    const end = () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('input', onInput, { capture: true })
      return times
    }
    Object.assign(globalThis, { end })
  })
  await page.keyboard.type(text, { delay: everyMs })
  await page.waitForTimeout(500)
  return page.evaluate(() => (globalThis as unknown as { end: () => number[] }).end())
}

/** Returns the 95th percentile. */
export const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
