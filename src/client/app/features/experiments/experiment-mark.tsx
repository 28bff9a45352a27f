import { IconArchive, IconChecks, IconEye, IconFlask, IconGavel, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Standing, standingText } from '../../../../shared/text/experiment/state-text.ts'
import classes from './experiments.module.css'

const looks = {
  draft: { icon: IconPencil, tone: 'plain' },
  proposed: { icon: IconEye, tone: 'plain' },
  running: { icon: IconFlask, tone: 'open' },
  over: { icon: IconGavel, tone: 'warn' },
  stopped: { icon: IconPlayerStop, tone: 'plain' },
  decided: { icon: IconChecks, tone: 'good' },
  archived: { icon: IconArchive, tone: 'plain' },
} as const satisfies Record<Standing, object>

/** How an experiment stands, as a word with a sign; `more` goes on, such as with its day. */
export function ExperimentMark({ standing, more = '' }: { standing: Standing; more?: string }): ReactNode {
  const { icon: Picture, tone } = looks[standing]
  return (
    <span className={classes['mark']} data-tone={tone}>
      <Picture size={13} aria-hidden />
      {standingText[standing]}
      {more === '' ? '' : `, ${more}`}
    </span>
  )
}
