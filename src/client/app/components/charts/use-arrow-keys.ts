import { type KeyboardEvent, useState } from 'react'

/** The selected step of a chart, moved with ←, →, Home and End; Escape clears it. */
export const useArrowKeys = (steps: number) => {
  const [cursor, setCursor] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setCursor(null)
    const to = stepAfterKey(event.key, cursor, steps)
    if (to === null) return
    event.preventDefault()
    setCursor(to)
  }
  return { cursor: cursor === null || cursor >= steps ? null : cursor, setCursor, onKeyDown }
}

/**
 * The step that a key moves to. Null for other keys. Without a selection, → starts at the first step and ← at the last.
 */
export const stepAfterKey = (key: string, cursor: number | null, steps: number): number | null => {
  const to = { ArrowLeft: (cursor ?? steps) - 1, ArrowRight: (cursor ?? -1) + 1, Home: 0, End: steps - 1 }[key]
  return to === undefined || steps === 0 ? null : Math.min(steps - 1, Math.max(0, to))
}
