import {
  IconBolt,
  IconChecks,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHourglass,
  IconStairsUp,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import { shortWhen } from '../../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../../shared/text/time/when.ts'
import { useNow } from '../../../../components/time-text.tsx'
import type { FlagStatus } from './flag-status.ts'
import classes from './flag-table.module.css'

const marks: Record<FlagStatus, { icon: ComponentType<{ size: number; 'aria-hidden': true }>; word: string }> = {
  live: { icon: IconCircleCheck, word: 'Live' },
  rolling: { icon: IconStairsUp, word: 'Rolling out' },
  scheduled: { icon: IconClock, word: 'Scheduled' },
  settled: { icon: IconChecks, word: 'Settled' },
  stale: { icon: IconHourglass, word: 'Stale' },
  killed: { icon: IconBolt, word: 'Killed' },
  'not-live': { icon: IconCircleDashed, word: 'Not live' },
}

/** A flag’s status as icon and word, with what is scheduled next. */
export function StatusMark({ status, next }: { status: FlagStatus; next: FlagLife['next'] }): ReactNode {
  const { icon: Picture, word } = marks[status]
  const nowMs = useNow()
  return (
    <span className={classes['status']} data-status={status}>
      <span className={classes['statusWord']}>
        <Picture size={14} aria-hidden />
        {word}
      </span>
      {next === null ? null : (
        <span className={classes['next']} title={`#${next.change} ${next.title}`}>
          {shortWhen(next.at, nowMs, ownZone())}
          <span className="visually-hidden"> by change {next.change}</span>
        </span>
      )}
    </span>
  )
}
