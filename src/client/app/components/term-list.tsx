import type { ReactNode } from 'react'
import classes from './term-list.module.css'

/** Two-column list of terms: pairs of `dt` and `dd`. */
export function TermList({ children }: { children: ReactNode }): ReactNode {
  return <dl className={classes['terms']}>{children}</dl>
}
