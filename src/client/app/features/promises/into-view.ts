/**
 * Brings what has appeared below the fold into view, and keeps it there while what surrounds it is still being read
 * and grows; from the first key, wheel or touch on where things are is up to the reader. A ref: returns its end.
 */
export const intoView = (box: HTMLElement | null): (() => void) | undefined => {
  if (box === null) return undefined
  const ends = new AbortController()
  const observer = new ResizeObserver(() => box.scrollIntoView({ block: 'center' }))
  const end = (): void => {
    ends.abort()
    observer.disconnect()
  }
  // told once at the start, then at every change of size
  for (let around = box.parentElement; around !== null; around = around.parentElement) observer.observe(around)
  for (const act of ['keydown', 'wheel', 'pointerdown', 'touchstart'])
    window.addEventListener(act, end, { signal: ends.signal, passive: true, capture: true })
  return end
}
