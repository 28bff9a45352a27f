/**
 * Returns the focus when a dialog closes: to the previously focused element, or to the page if that is gone. Works for
 * all dialogs, because they are children of `layers` and are removed when they close.
 */
export const returnFocus = (layers: HTMLElement): void => {
  let before: HTMLElement | null = null
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !layers.contains(target)) before = target
  })
  // A click on an empty area removes the focus on purpose.
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
