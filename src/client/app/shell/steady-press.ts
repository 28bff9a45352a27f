/** What can be pressed; a press on a part of it is one on the whole. */
const pressable = 'button, a, label, summary, input, [role=option], [role=menuitem]'
const fields = 'input:not([type=checkbox], [type=radio]), textarea'

/** A pointer that moved so far was drawn away on purpose. */
const nearPx = 8

/**
 * A press ends on what it began on, however the page moves meanwhile: a field is left only as the press ends, before its
 * click (its values become chips, its error goes, and the button below would move away), and a click that lands beside
 * what was pressed, because that moved, is one on it.
 */
export const steadyPress = (): void => {
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
