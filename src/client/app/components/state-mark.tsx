import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-mark.module.css'

/** How a state looks: its word, its sign and its colour. */
export type StateLook = {
  readonly word: string
  readonly icon: Icon
  readonly tone: 'plain' | 'open' | 'good' | 'warn' | 'bad'
}

/** A state as a word with a sign, in its colour; `more` goes on, such as with its day. */
export function StateMark({ look, more = '' }: { look: StateLook; more?: string }): ReactNode {
  const { word, icon: Picture, tone } = look
  return (
    <span className={classes['mark']} data-tone={tone}>
      <Picture size={13} aria-hidden />
      {word}
      {more === '' ? '' : `, ${more}`}
    </span>
  )
}
