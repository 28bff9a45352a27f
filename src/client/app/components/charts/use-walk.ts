import { type KeyboardEvent, useState } from 'react'

/** The step of a picture that is pointed at, walked by ← and →, Home and End; Escape leaves it. */
export const useWalk = (steps: number) => {
  const [cursor, setCursor] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setCursor(null)
    const to = walked(event.key, cursor, steps)
    if (to === null) return
    event.preventDefault()
    setCursor(to)
  }
  return { cursor: cursor === null || cursor >= steps ? null : cursor, setCursor, onKeyDown }
}

/** Where a key leads from a step; null where it leads nowhere. From nowhere, → begins at the first and ← at the last. */
export const walked = (key: string, cursor: number | null, steps: number): number | null => {
  const to = { ArrowLeft: (cursor ?? steps) - 1, ArrowRight: (cursor ?? -1) + 1, Home: 0, End: steps - 1 }[key]
  return to === undefined || steps === 0 ? null : Math.min(steps - 1, Math.max(0, to))
}
