import { type ReactNode, useLayoutEffect, useRef } from 'react'

const variable = '--fanion-foot'

/** A sticky page footer. Notifications appear above it, and focused elements are scrolled out from under it. */
export function StickyFooter(props: { label: string; className: string | undefined; children: ReactNode }): ReactNode {
  const { label, className, children } = props
  const part = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const foot = part.current
    if (foot === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty(variable, `${Math.ceil(foot.getBoundingClientRect().height)}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(foot)
    tell()
    return () => {
      observer.disconnect()
      style.removeProperty(variable)
    }
  }, [])
  return (
    <section ref={part} className={className} data-foot aria-label={label}>
      {children}
    </section>
  )
}
