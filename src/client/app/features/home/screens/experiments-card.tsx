import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { byWeight } from '../../../../../shared/text/experiment/headline.ts'
import { dayText, experimentStatusOf } from '../../../../../shared/text/experiment/state-text.ts'
import { useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { ExperimentMark } from '../../experiments/experiment-mark.tsx'
import { VerdictMark } from '../../experiments/verdict-mark.tsx'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

const shown = 5

/** Running experiments, those that need a decision first. Empty if none is running. */
export function ExperimentsCard({ project }: { project: string }): ReactNode {
  const nowMs = useNow()
  const running = trpc.experiments.list.useQuery({ project, state: 'running' }, { staleTime: 60_000 }).data?.experiments
  if (running === undefined || running.length === 0) return null
  const needy = running.toSorted((a, b) => Number(b.run?.over ?? false) - Number(a.run?.over ?? false))
  return (
    <HomeCard
      title="Experiments"
      note={running.length}
      aside={
        <Link to="/p/$project/experiments" params={{ project }}>
          All experiments
        </Link>
      }
    >
      <ul className={classes['rows']}>
        {needy.slice(0, shown).map((one) => {
          const [headline] = byWeight(one.headlines.map((said) => ({ ...said, role: 'primary' as const })))
          const standing = experimentStatusOf(one)
          return (
            <li key={one.key} className={classes['need']}>
              <span className={classes['what']}>
                <strong>{one.name}</strong>
                <span>
                  {one.flag}, {one.run === null ? '' : dayText(one.run, nowMs)}
                </span>
              </span>
              {headline === undefined ? null : <VerdictMark verdict={headline.verdict} />}
              <ExperimentMark standing={standing} />
              <Link
                to="/p/$project/experiments/$experiment"
                params={{ project, experiment: one.key }}
                className={classes['act']}
                aria-label={`Open ${one.name}`}
              >
                {standing === 'over' ? 'Decide' : 'Open'}
              </Link>
            </li>
          )
        })}
      </ul>
    </HomeCard>
  )
}
