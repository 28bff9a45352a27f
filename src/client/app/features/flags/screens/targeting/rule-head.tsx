import type { ReactNode } from 'react'
import classes from './rules.module.css'

/** Column headings of rules. Hidden from screen readers, because each row is labeled. */
export function RuleHead(): ReactNode {
  return (
    <div className={classes['heads']} aria-hidden>
      <span />
      <div className={classes['says']}>
        <span>Who</span>
        <span>Gets</span>
      </div>
      <span className={classes['countHead']}>Recent contexts</span>
    </div>
  )
}
