import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { trpc } from '../../../trpc.ts'
import { HomeCard } from './card.tsx'
import { health } from './health.ts'
import classes from './home.module.css'

const everyMs = 15_000

/** Connected applications that have the newest revision of their environment. */
export function HealthCard({
  project,
  environments,
}: {
  project: string
  environments: readonly Environment[]
}): ReactNode {
  const applications = trpc.keys.applications.useQuery({ project }, { refetchInterval: everyMs }).data
  const { current, behind } = health(applications ?? [], environments)
  const all = Math.max(1, current + behind)
  const rows = [
    { name: 'On the newest revision', count: current, kind: 'good' },
    { name: 'Behind', count: behind, kind: 'warn' },
  ]
  return (
    <HomeCard
      title="Health"
      note="connections by revision"
      aside={
        <Link to="/p/$project/connect" params={{ project }}>
          Connect
        </Link>
      }
    >
      {applications !== undefined && applications.length === 0 ? (
        <p className={classes['empty']}>
          No application is connected to this server. Connect one, and it appears here within a second.
        </p>
      ) : (
        <ul className={classes['rows']}>
          {rows.map(({ name, count, kind }) => (
            <li key={kind} className={classes['health']}>
              <span>{name}</span>
              <span className={classes['track']} aria-hidden>
                <i data-kind={kind} style={{ width: `${(100 * count) / all}%` }} />
              </span>
              <strong>{applications === undefined ? '' : count.toLocaleString(readerLocale)}</strong>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}
