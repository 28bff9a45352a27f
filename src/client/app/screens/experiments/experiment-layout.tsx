import { Skeleton } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { getRouteApi, Link, Outlet, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Experiment } from '../../../../shared/schemas/experiment.ts'
import { dayText, standingOf } from '../../../../shared/text/experiment/state-text.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { shortWhen } from '../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { SectionNav } from '../../components/section-nav.tsx'
import { StatePanel } from '../../components/state-panel.tsx'
import { useNow } from '../../components/time-text.tsx'
import { EnvironmentMark } from '../../features/environments/environment-mark.tsx'
import { ExperimentMark } from '../../features/experiments/experiment-mark.tsx'
import { Loaded } from '../../features/loading/loaded.tsx'
import { trpc } from '../../trpc.ts'
import classes from './experiment.module.css'
import { ExperimentActs } from './experiment-acts.tsx'

const route = getRouteApi('/in/p/$project/experiments/$experiment')

const everyMs = 15_000

/** What the pages of one experiment stand in: its name and state, what can be done with it, and the way from page to page. */
export function ExperimentLayout(): ReactNode {
  const { project, experiment: key } = route.useParams()
  const query = trpc.experiments.get.useQuery({ project, experiment: key }, { refetchInterval: everyMs })
  if (query.error && refusalOf(query.error).code === 'experiment/not-found')
    return (
      <StatePanel icon={IconFlask} title="Couldn’t find this experiment">
        Nobody created {key} in this project.
      </StatePanel>
    )
  return (
    <Loaded
      query={query}
      what="the experiment"
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={() => false}
      empty={null}
    >
      {(experiment) => (
        <>
          <Head project={project} experiment={experiment} />
          <Tabs project={project} experiment={key} />
          <Outlet />
        </>
      )}
    </Loaded>
  )
}

function Head({ project, experiment }: { project: string; experiment: Experiment }): ReactNode {
  const { name, flag, run, environment: key, setup, proposed } = experiment
  const nowMs = useNow()
  const isPast = useSearch({ strict: false, select: ({ at }) => at !== undefined })
  const environment = trpc.environments.list.useQuery({ project }).data?.find((one) => one.key === key)
  const standing = standingOf(experiment)
  const day = run === null || (standing !== 'running' && standing !== 'over') ? '' : dayText(run, nowMs)
  const until = run?.endsAt ? `until ${shortWhen(run.endsAt, nowMs, ownZone())}` : ''
  return (
    <header className={classes['head']}>
      <div className={classes['title']}>
        <div className={classes['name']}>
          <h2>{name}</h2>
          <ExperimentMark standing={standing} more={day} />
        </div>
        <p className={classes['facts']}>
          {environment ? <EnvironmentMark environment={environment} /> : key}
          <span>
            flag{' '}
            <Link to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env: key }}>
              {flag}
            </Link>
          </span>
          <span>{percent(setup.share)} take part</span>
          {setup.layer === undefined ? null : <span>layer {setup.layer}</span>}
          {until === '' || standing !== 'running' ? null : <span>{until}</span>}
          {proposed === null ? null : (
            <Link to="/p/$project/changes/$change" params={{ project, change: String(proposed) }}>
              change {proposed}
            </Link>
          )}
        </p>
        {setup.hypothesis === '' ? null : <p className={classes['hypothesis']}>“{setup.hypothesis}”</p>}
      </div>
      {/* what was is read only */}
      {isPast ? null : <ExperimentActs project={project} experiment={experiment} environment={environment} />}
    </header>
  )
}

function Tabs({ project, experiment }: { project: string; experiment: string }): ReactNode {
  const same = { params: { project, experiment }, activeProps: { 'aria-current': 'page' } } as const
  return (
    <SectionNav label="Experiment pages">
      <Link to="/p/$project/experiments/$experiment" activeOptions={{ exact: true, includeSearch: false }} {...same}>
        Results
      </Link>
      <Link to="/p/$project/experiments/$experiment/people" {...same}>
        Users
      </Link>
      <Link to="/p/$project/experiments/$experiment/health" {...same}>
        Health
      </Link>
      <Link to="/p/$project/experiments/$experiment/setup" {...same}>
        Setup
      </Link>
    </SectionNav>
  )
}
