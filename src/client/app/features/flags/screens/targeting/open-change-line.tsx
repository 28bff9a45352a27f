import { IconClock, IconGitPullRequest } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import { shortWhen } from '../../../../../../shared/text/time/short-when.ts'
import { ownZone, whenText } from '../../../../../../shared/text/time/when.ts'
import { useNow } from '../../../../components/time-text.tsx'
import { openChangeText } from './open-changes.ts'

/** An open change in one line: what it does, and when it goes live or what it waits for. */
export function OpenChangeLine({ project, change }: { project: string; change: ChangeSummary }): ReactNode {
  const { number, title, state, schedule } = change
  const nowMs = useNow()
  if (state === 'applied' || state === 'withdrawn') return null
  const Picture = schedule === null ? IconGitPullRequest : IconClock
  return (
    <>
      <Picture size={14} aria-hidden />
      <span>
        {title}{' '}
        {schedule === null || state !== 'scheduled' ? (
          state === 'scheduled' ? null : (
            openChangeText[state]
          )
        ) : (
          <time dateTime={schedule.at} title={whenText(schedule.at, schedule.zone)}>
            goes live {shortWhen(schedule.at, nowMs, ownZone())}
          </time>
        )}{' '}
        <Link to="/p/$project/changes/$change" params={{ project, change: String(number) }}>
          #{number}
        </Link>
      </span>
    </>
  )
}
