import type { ReactNode } from 'react'
import classes from './section-nav.module.css'

export function SectionNav({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav className={classes['nav']} aria-label={label}>
      {children}
    </nav>
  )
}
