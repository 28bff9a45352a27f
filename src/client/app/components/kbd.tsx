import type { ReactNode } from 'react'
import classes from './kbd.module.css'

/** A key as it is printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={classes['key']}>{children}</kbd>
}
