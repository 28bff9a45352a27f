/** Clickable elements. A press on a descendant counts for the element. */
const pressable = 'button, a, label, summary, input, [role=option], [role=menuitem]'
const fields = 'input:not([type=checkbox], [type=radio]), textarea'

/** A pointer that moved farther was dragged away on purpose. */
const nearPx = 8

/**
 * Keeps a click on the element where the press started, even if the layout moves. Delays the blur of a field until the
 * end of the press, because blurring may move the button (values become chips, an error disappears). A click that
 * misses because the element moved is redirected to it.
 */
export const installPressGuard = (): void => {
  let pressed: { on: HTMLElement; x: number; y: number } | null = null
  let isHeld = false
  let left: FocusEvent | null = null
  const leave = () => {
    isHeld = false
    const { target, relatedTarget = null } = left ?? {}
    left = null
    if (target && target !== document.activeElement)
      target.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }))
  }
  const begin = ({ button, target, x, y }: PointerEvent) => {
    leave()
    const on = target instanceof Element && !target.matches(fields) ? target.closest<HTMLElement>(pressable) : null
    isHeld = button === 0 && on !== null
    pressed = isHeld && on ? { on, x, y } : null
  }
  const onFocusOut = (event: FocusEvent) => {
    if (!isHeld || !event.isTrusted || !(event.target as Element).matches(fields)) return
    event.stopImmediatePropagation()
    left = event
  }
  const onClick = (event: MouseEvent) => {
    if (!pressed || !event.isTrusted) return
    const { on, x, y } = pressed
    pressed = null
    const isNear = Math.hypot(event.x - x, event.y - y) < nearPx
    if (!isNear || !on.isConnected || on.contains(event.target as Node)) return
    event.stopImmediatePropagation()
    event.preventDefault()
    on.click()
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('focusout', onFocusOut, true)
  for (const end of ['pointerup', 'pointercancel', 'dragend']) addEventListener(end, leave, true)
  addEventListener('click', onClick, true)
}
