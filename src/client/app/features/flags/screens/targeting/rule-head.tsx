import type { ReactNode } from 'react'
import classes from './rules.module.css'

/** The heads of the columns of rules. Each row says by itself what they say. */
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
