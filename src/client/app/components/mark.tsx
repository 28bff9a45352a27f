import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './mark.module.css'

export type Tone = 'plain' | 'open' | 'good' | 'warn' | 'bad'

/** A colored word with an optional icon, for example a state or a verdict. */
export function Mark(props: { tone?: Tone; icon?: Icon; title?: string; children: ReactNode }): ReactNode {
  const { tone = 'plain', icon: Picture, title, children } = props
  return (
    <span className={classes['mark']} data-tone={tone} title={title}>
      {Picture ? <Picture size={13} aria-hidden /> : null}
      {children}
    </span>
  )
}
