import { IconArchive, IconChecks, IconEye, IconFlask, IconGavel, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Standing, standingText } from '../../../../shared/text/experiment/state-text.ts'
import { type StateLook, StateMark } from '../../components/state-mark.tsx'

const looks: Record<Standing, Omit<StateLook, 'word'>> = {
  draft: { icon: IconPencil, tone: 'plain' },
  proposed: { icon: IconEye, tone: 'plain' },
  running: { icon: IconFlask, tone: 'open' },
  over: { icon: IconGavel, tone: 'warn' },
  stopped: { icon: IconPlayerStop, tone: 'plain' },
  decided: { icon: IconChecks, tone: 'good' },
  archived: { icon: IconArchive, tone: 'plain' },
}

/** How an experiment stands, as a word with a sign; `more` goes on, such as with its day. */
export function ExperimentMark({ standing, more = '' }: { standing: Standing; more?: string }): ReactNode {
  return <StateMark look={{ word: standingText[standing], ...looks[standing] }} more={more} />
}
