/**
 * Gives the focus back when a dialog goes, to what had it before, or to the page where that is gone, too. Dialogs stand in
 * `layers` and go by being taken away, so that none of them has to see to it.
 */
export const returnFocus = (layers: HTMLElement): void => {
  let before: HTMLElement | null = null
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !layers.contains(target)) before = target
  })
  // a click beside everything leaves the focus on purpose
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (target === before && relatedTarget === null && document.hasFocus()) before = null
  })
  const wentWithDialog = ({ removedNodes }: MutationRecord) =>
    [...removedNodes].some((node) => node instanceof Element && node.parentNode === null && hasDialog(node))
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body || hasDialog(layers) || !changes.some(wentWithDialog)) return
    const to = before?.isConnected ? before : document.getElementById('main')
    to?.focus({ preventScroll: true })
  }).observe(layers, { childList: true, subtree: true })
}

const hasDialog = (node: Element): boolean =>
  node.matches('[role="dialog"]') || node.querySelector('[role="dialog"]') !== null
