import type { ReactNode } from 'react'
import classes from './term-list.module.css'

/** Names and what they stand for, in two columns: pairs of `dt` and `dd`. */
export function TermList({ children }: { children: ReactNode }): ReactNode {
  return <dl className={classes['terms']}>{children}</dl>
}
