import type { Page } from 'playwright-core'

/** From a key, in ms: to the first frame that shows something of what it led to, and to the one that shows all of it. */
export type Shown = { first: number; all: number }

/**
 * From a key to the frames that show what it led to: the first frame after the first and after the last change inside
 * `selector` that follows within 250 ms. Runs in the page, so that the way there and back is not measured.
 */
export const keyToPaint = async (page: Page, selector: string, key: string): Promise<Shown> => {
  await page.evaluate((where) => {
    const place = document.querySelector(where) ?? document.body
    const timing = { from: 0, first: 0, all: 0 }
    Object.assign(globalThis, { timing })
    addEventListener('keydown', (event) => (timing.from = event.timeStamp), { capture: true, once: true })
    const after = new MessageChannel()
    // a message sent from a frame arrives when that frame is painted
    after.port1.onmessage = () => {
      timing.all = performance.now()
      timing.first ||= timing.all
    }
    const watch = new MutationObserver((records) => {
      // the address follows a pause later: links move along and fields are written again, and nothing of it is seen
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
 * From each key typed into the field that has the focus to the frame in which its letter stands there, in ms. The keys come
 * every `everyMs`, whether or not the page has kept up: what one key leaves to do is in the way of the next.
 */
export const typed = async (page: Page, text: string, everyMs: number): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = []
    let from = 0
    const after = new MessageChannel()
    after.port1.onmessage = () => times.push(performance.now() - from)
    const onKey = (event: Event) => (from = event.timeStamp)
    // a message sent from a frame arrives when that frame is painted
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

/** The value below which 95 of 100 lie. */
export const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
