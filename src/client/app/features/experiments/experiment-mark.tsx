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

/** State of an experiment as an icon and a word. `more` adds details, such as the current day. */
export function ExperimentMark({ standing, more = '' }: { standing: Standing; more?: string }): ReactNode {
  return <StateMark look={{ word: standingText[standing], ...looks[standing] }} more={more} />
}
