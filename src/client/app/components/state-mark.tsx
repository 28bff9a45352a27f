import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Mark, type Tone } from './mark.tsx'

/** How a state looks: its word, its sign and its colour. */
export type StateLook = { readonly word: string; readonly icon: Icon; readonly tone: Tone }

/** A state as a word with a sign, in its colour; `more` goes on, such as with its day. */
export function StateMark({ look, more = '' }: { look: StateLook; more?: string }): ReactNode {
  const { word, icon, tone } = look
  return (
    <Mark tone={tone} icon={icon}>
      {word}
      {more === '' ? '' : `, ${more}`}
    </Mark>
  )
}
