import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './mark.module.css'

export type Tone = 'plain' | 'open' | 'good' | 'warn' | 'bad'

/** A word in its colour, with a sign where it has one: a state, a verdict, what something is. */
export function Mark(props: { tone?: Tone; icon?: Icon; title?: string; children: ReactNode }): ReactNode {
  const { tone = 'plain', icon: Picture, title, children } = props
  return (
    <span className={classes['mark']} data-tone={tone} title={title}>
      {Picture ? <Picture size={13} aria-hidden /> : null}
      {children}
    </span>
  )
}
