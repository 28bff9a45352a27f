import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Mark, type Tone } from './mark.tsx'

export type StateLook = { readonly word: string; readonly icon: Icon; readonly tone: Tone }

/** A state as a colored icon and word. `more` adds details, such as a day. */
export function StateMark({ look, more = '' }: { look: StateLook; more?: string }): ReactNode {
  const { word, icon, tone } = look
  return (
    <Mark tone={tone} icon={icon}>
      {word}
      {more === '' ? '' : `, ${more}`}
    </Mark>
  )
}
