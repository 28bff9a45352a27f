/**
 * Ref callback that scrolls an element into view, and keeps it there while the content around it loads. Stops at the
 * first key, wheel or touch event. Returns the cleanup.
 */
export const intoView = (box: HTMLElement | null): (() => void) | undefined => {
  if (box === null) return undefined
  const ends = new AbortController()
  const observer = new ResizeObserver(() => box.scrollIntoView({ block: 'center' }))
  const end = (): void => {
    ends.abort()
    observer.disconnect()
  }
  // Also called once when observation starts.
  for (let around = box.parentElement; around !== null; around = around.parentElement) observer.observe(around)
  for (const act of ['keydown', 'wheel', 'pointerdown', 'touchstart'])
    window.addEventListener(act, end, { signal: ends.signal, passive: true, capture: true })
  return end
}
