import { IconArchive, IconChecks, IconEye, IconFlask, IconGavel, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ExperimentStatus, experimentStatusText } from '../../../../shared/text/experiment/state-text.ts'
import { type StateLook, StateMark } from '../../components/state-mark.tsx'

const looks: Record<ExperimentStatus, Omit<StateLook, 'word'>> = {
  draft: { icon: IconPencil, tone: 'plain' },
  proposed: { icon: IconEye, tone: 'plain' },
  running: { icon: IconFlask, tone: 'open' },
  over: { icon: IconGavel, tone: 'warn' },
  stopped: { icon: IconPlayerStop, tone: 'plain' },
  decided: { icon: IconChecks, tone: 'good' },
  archived: { icon: IconArchive, tone: 'plain' },
}

/** State of an experiment as an icon and a word. `more` adds details, such as the current day. */
export function ExperimentMark({ standing, more = '' }: { standing: ExperimentStatus; more?: string }): ReactNode {
  return <StateMark look={{ word: experimentStatusText[standing], ...looks[standing] }} more={more} />
}
