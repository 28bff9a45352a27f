import { IconEye, IconGitMerge, IconMessageReport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Inbox } from '../../../../../shared/features/changes/schemas/inbox.ts'
import { shortWhen } from '../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { TimeText, useNow } from '../../../components/time-text.tsx'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

const shown = 4

const icons = {
  'in-review': IconEye,
  approved: IconGitMerge,
  'changes-requested': IconMessageReport,
  conflicted: IconMessageReport,
} as const

const acts: Partial<Record<Inbox['changes'][number]['state'], string>> = {
  'in-review': 'Review',
  approved: 'Publish',
  'changes-requested': 'Reply',
  conflicted: 'Resolve',
}

/** Changes in all projects that need the user’s action. */
export function NeedsYouCard({ waiting, known }: { waiting: Inbox['changes']; known: boolean }): ReactNode {
  const nowMs = useNow()
  return (
    <HomeCard
      title="Needs you"
      note={waiting.length === 0 ? undefined : waiting.length}
      aside={<Link to="/inbox">Inbox</Link>}
    >
      {waiting.length === 0 ? (
        <p className={classes['empty']}>
          {known ? 'You’re all caught up. Changes that need your review, publish or reply appear here.' : ' '}
        </p>
      ) : (
        <ul className={classes['rows']}>
          {waiting.slice(0, shown).map((change) => {
            const Picture = icons[change.state as keyof typeof icons] ?? IconEye
            return (
              <li key={`${change.project} ${change.number}`} className={classes['need']}>
                <Picture size={16} aria-hidden />
                <span className={classes['what']}>
                  <strong>
                    #{change.number} {change.title}
                  </strong>
                  <span>
                    {change.schedule === null ? (
                      <>
                        by {change.author.name}, <TimeText instant={change.updatedAt} />
                      </>
                    ) : (
                      `goes live ${shortWhen(change.schedule.at, nowMs, ownZone())}`
                    )}
                  </span>
                </span>
                <Link
                  to="/p/$project/changes/$change"
                  params={{ project: change.project, change: String(change.number) }}
                  className={classes['act']}
                  aria-label={`${acts[change.state] ?? 'Open'} change ${change.number}`}
                >
                  {acts[change.state] ?? 'Open'}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </HomeCard>
  )
}
