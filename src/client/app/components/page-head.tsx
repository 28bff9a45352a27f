import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** First line of a screen, below its title in the top bar: content and actions. */
export function PageHead(props: { children?: ReactNode; actions?: ReactNode }): ReactNode {
  return (
    <div className={classes['head']}>
      {props.children}
      <div className={classes['actions']}>{props.actions}</div>
    </div>
  )
}
