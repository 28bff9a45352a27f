import { FocusTrap, Portal } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import classes from './anchored-panel.module.css'

const gap = 4
const edge = 8

/** Position of a panel next to its anchor: below, or above if there is no space below. */
const placeBeside = (anchor: DOMRect, panel: DOMRect): { left: number; top: number } => {
  const below = anchor.bottom + gap
  const above = anchor.top - gap - panel.height
  const top = below + panel.height + edge <= innerHeight || above < edge ? below : above
  return {
    left: Math.max(edge, Math.min(anchor.left, innerWidth - panel.width - edge)),
    top: Math.max(edge, Math.min(top, innerHeight - panel.height - edge)),
  }
}

/**
 * A small dialog next to an element, for lists with thousands of openers and one panel. Takes the focus and returns it;
 * Escape or a click outside closes it.
 */
export function AnchoredPanel(props: {
  anchor: HTMLElement
  label: string
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { anchor, label, onClose, children } = props
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useClickOutside(onClose, null, [panel, anchor])
  useLayoutEffect(() => {
    if (panel === null) return
    const settle = () => setPlace(placeBeside(anchor.getBoundingClientRect(), panel.getBoundingClientRect()))
    settle()
    const sizes = new ResizeObserver(settle)
    sizes.observe(panel)
    addEventListener('resize', settle)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', settle)
    }
  }, [anchor, panel])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      anchor.focus()
      onClose()
    }
    panel?.addEventListener('keydown', onKeyDown)
    return () => panel?.removeEventListener('keydown', onKeyDown)
  }, [anchor, panel, onClose])
  return (
    <Portal>
      <FocusTrap active innerRef={setPanel}>
        <div
          role="dialog"
          aria-label={label}
          className={classes['panel']}
          style={{ ...place, opacity: place === null ? 0 : undefined }}
        >
          {children}
        </div>
      </FocusTrap>
    </Portal>
  )
}
