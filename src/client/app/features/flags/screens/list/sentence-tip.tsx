import { type FocusEvent, type PointerEvent, type ReactNode, useState } from 'react'
import classes from './flag-table.module.css'

type Tip = { text: string; left: number; top: number; above: boolean }

/**
 * A tooltip with the full sentence of the hovered or focused cell. One tooltip serves thousands of cells, which provide
 * the text as `data-sentence`. Screen readers get it from the cell’s accessible name.
 */
export const useSentenceTip = () => {
  const [tip, setTip] = useState<Tip | null>(null)
  const show = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-sentence]') : null
    const text = cell?.dataset['sentence'] ?? ''
    if (cell === null || text === '') return setTip(null)
    const { left, top, bottom } = cell.getBoundingClientRect()
    const above = bottom + 80 > innerHeight
    setTip({ text, left: Math.max(8, Math.min(left, innerWidth - 336)), top: above ? top - 4 : bottom + 4, above })
  }
  const hide = () => setTip(null)
  return {
    tip,
    handlers: {
      onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && show(event.target),
      onPointerLeave: hide,
      onBlur: hide,
      onScroll: hide,
      onFocusSeen: (event: FocusEvent) => {
        if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event.target)
      },
    },
  }
}

export function SentenceTip({ tip }: { tip: Tip | null }): ReactNode {
  return tip === null ? null : (
    <span
      className={classes['tip']}
      style={{ left: tip.left, top: tip.top }}
      data-above={tip.above || undefined}
      aria-hidden
    >
      {tip.text}
    </span>
  )
}
