import type { ReactNode } from 'react'
import classes from './kbd.module.css'

export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={classes['key']}>{children}</kbd>
}
