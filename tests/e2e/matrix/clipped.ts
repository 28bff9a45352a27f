import type { Page } from 'playwright-core'

/**
 * Texts that are cut off, or stand out of their button, with every word longer by a share. What ends in an ellipsis says so
 * itself, and what can be scrolled to is not cut off. Languages are up to 40 % longer than English.
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
    // many texts stand in the same boxes, and asking how one is drawn is dear
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
      // letters stand in the middle of their line, and are lower than it
      const [top, bottom] = [upper + 4, lower - 4]
      const control = element.closest('button, a, [role="button"], label, th')
      let [x, y] = [true, true]
      for (
        let box: Element | null = element;
        box !== null && box !== document.body && (x || y);
        box = box.parentElement
      ) {
        const { place, hides, scrolls, saysSo, isFixed } = boxOf(box)
        // it is there for screen readers alone
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

/** Tables of which a column is out of sight, sideways in their own box. */
const hiddenColumns = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('table')].flatMap((table) => {
      const box = table.closest<HTMLElement>('section, div')
      if (box === null || !table.checkVisibility()) return []
      // it is there for screen readers alone
      if (box.clientWidth <= 1) return []
      const beyond = box.scrollWidth - box.clientWidth
      const scrolls = /auto|scroll|hidden/.test(getComputedStyle(box).overflowX)
      return scrolls && beyond > 1
        ? [`${beyond} px of the table “${box.ariaLabel ?? table.ariaLabel ?? ''}” are out of sight`]
        : []
    }),
  )

/** What a sentence glued from parts gives away: two points, a space before a comma. */
const oddPunctuation = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = document.body.innerText.split('\n')
    return lines
      .filter((line) => /[\p{Letter}\d)”]\.\.(?!\.)|\p{Letter} [,;.](?:\s|$)/u.test(line))
      .map((line) => line.slice(0, 120))
  })

/** What is cut off at a desk's width, which goes from one to another with the place in a row, and at a phone's: also with words 40 % longer. */
export const cutOff = async (page: Page, place: number): Promise<string[]> => {
  const found = new Set<string>()
  for (const width of [[1440, 1280, 1024][place % 3] ?? 1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    // what has room for longer words has it for those that are there
    const wrong = await clippedTexts(page, 0.4)
    if (width >= 1024) wrong.push(...(await hiddenColumns(page)))
    if (width > 390) wrong.push(...(await oddPunctuation(page)).map((line) => `odd: ${line}`))
    for (const one of wrong) found.add(`${width} px: ${one}`)
  }
  return [...found]
}
