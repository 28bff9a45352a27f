import type { Page } from 'playwright-core'

/**
 * Finds texts that are cut off or overflow their button if every word is longer by a share. Texts with an ellipsis, and
 * texts that can be scrolled to, don't count. Other languages are up to 40 % longer than English.
 */
export const clippedTexts = (page: Page, longer: number): Promise<string[]> =>
  page.evaluate((share) => {
    const apart =
      'code, pre, kbd, time, svg, script, style, noscript, option, input, textarea, .visually-hidden, [translate=no]'
    const letters = /\p{Letter}{3}/u
    const nodes: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node as Text
      if (letters.test(text.data) && text.parentElement?.closest(apart) === null) nodes.push(text)
    }
    const before = nodes.map(({ data }) => data)
    const lengthened = (word: string) => word + word.slice(0, Math.ceil(word.length * share))
    for (const node of nodes) node.data = node.data.replaceAll(/\p{Letter}{2,}/gu, lengthened)
    const found = new Set<string>()
    // Cached, because many texts share boxes and computed styles are expensive.
    const boxes = new Map<Element, ReturnType<typeof drawn>>()
    const drawn = (box: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(box)
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      return {
        place: box.getBoundingClientRect(),
        hides: { x: hides(overflowX), y: hides(overflowY) },
        scrolls: { x: scrolls(overflowX), y: scrolls(overflowY) },
        saysSo: { x: textOverflow === 'ellipsis', y: webkitLineClamp !== 'none' && webkitLineClamp !== '' },
        isFixed: position === 'fixed',
      }
    }
    const boxOf = (element: Element) => {
      const box = boxes.get(element) ?? drawn(element)
      boxes.set(element, box)
      return box
    }
    for (const [at, node] of nodes.entries()) {
      const element = node.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top: upper, bottom: lower, width, height } = range.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      // Glyphs are smaller than their line box.
      const [top, bottom] = [upper + 4, lower - 4]
      const control = element.closest('button, a, [role="button"], label, th')
      let [x, y] = [true, true]
      for (
        let box: Element | null = element;
        box !== null && box !== document.body && (x || y);
        box = box.parentElement
      ) {
        const { place, hides, scrolls, saysSo, isFixed } = boxOf(box)
        // Only for screen readers.
        if (place.width <= 1 || place.height <= 1) break
        if (saysSo.x && hides.x) x = false
        if (saysSo.y) y = false
        const isOut =
          (x && hides.x && (left < place.left - 1 || right > place.right + 1)) ||
          (y && hides.y && (top < place.top - 2 || bottom > place.bottom + 2))
        const isBeside =
          box === control && box.localName === 'button' && x && (left < place.left - 1 || right > place.right + 1)
        if (isOut || isBeside) {
          found.add(
            `“${before[at]?.trim().slice(0, 40)}” ${isOut ? 'is cut off' : 'stands out of its button'} (${box.localName}.${String(box.className).slice(0, 30)})`,
          )
          break
        }
        if (scrolls.x) x = false
        if (scrolls.y) y = false
        if (isFixed) break
      }
    }
    for (const [at, node] of nodes.entries()) node.data = before[at] ?? ''
    return [...found]
  }, longer)

/** Tables with a column that is scrolled out of view in their own container. */
const hiddenColumns = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('table')].flatMap((table) => {
      const box = table.closest<HTMLElement>('section, div')
      if (box === null || !table.checkVisibility()) return []
      // Only for screen readers.
      if (box.clientWidth <= 1) return []
      const beyond = box.scrollWidth - box.clientWidth
      const scrolls = /auto|scroll|hidden/.test(getComputedStyle(box).overflowX)
      return scrolls && beyond > 1
        ? [`${beyond} px of the table “${box.ariaLabel ?? table.ariaLabel ?? ''}” are out of sight`]
        : []
    }),
  )

/** Signs of a sentence joined from parts: two periods, or a space before a comma. */
const oddPunctuation = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = document.body.innerText.split('\n')
    return lines
      .filter((line) => /[\p{Letter}\d)”]\.\.(?!\.)|\p{Letter} [,;.](?:\s|$)/u.test(line))
      .map((line) => line.slice(0, 120))
  })

/**
 * Finds texts that are cut off at a desktop width, which rotates with the index, and at a phone's; also with words 40 %
 * longer.
 */
export const cutOff = async (page: Page, place: number): Promise<string[]> => {
  const found = new Set<string>()
  for (const width of [[1440, 1280, 1024][place % 3] ?? 1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    // If longer words fit, so do the actual ones.
    const wrong = await clippedTexts(page, 0.4)
    if (width >= 1024) wrong.push(...(await hiddenColumns(page)))
    if (width > 390) wrong.push(...(await oddPunctuation(page)).map((line) => `odd: ${line}`))
    for (const one of wrong) found.add(`${width} px: ${one}`)
  }
  return [...found]
}
