import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import { shortWhen } from '../../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../../shared/text/time/when.ts'
import { useNow } from '../../../../components/time-text.tsx'
import { openChangeText } from './open-changes.ts'
import classes from './overlaps.module.css'

/** Warns about open changes to what is being published. */
export function Overlaps(props: { project: string; where: string; coming: readonly ChangeSummary[] }): ReactNode {
  const { project, where, coming } = props
  const nowMs = useNow()
  if (coming.length === 0) return null
  return (
    <ul className={classes['overlaps']} aria-label="Open changes to the same flag">
      {coming.slice(0, 3).map(({ number, title, author, state, schedule }) => (
        <li key={number}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <Link to="/p/$project/changes/$change" params={{ project, change: String(number) }}>
              #{number}
            </Link>{' '}
            by {author.name} also edits this flag in {where}: {title}
            {schedule === null
              ? state === 'applied' || state === 'withdrawn' || state === 'scheduled'
                ? '.'
                : `; it ${openChangeText[state]}.`
              : `; it goes live ${shortWhen(schedule.at, nowMs, ownZone())}.`}
          </span>
        </li>
      ))}
      {coming.length > 3 ? <li>and {coming.length - 3} more</li> : null}
    </ul>
  )
}
