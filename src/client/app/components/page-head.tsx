import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** The first line of a screen, below its name in the top bar: what is shown, and what can be done. */
export function PageHead(props: { children?: ReactNode; actions?: ReactNode }): ReactNode {
  return (
    <div className={classes['head']}>
      {props.children}
      <div className={classes['actions']}>{props.actions}</div>
    </div>
  )
}
