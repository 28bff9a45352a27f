import { Skeleton } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { getRouteApi, Link, Outlet, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Experiment, ExperimentRun } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import {
  dayText,
  type ExperimentStatus,
  experimentStatusAt,
  experimentStatusOf,
} from '../../../../../shared/text/experiment/state-text.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { shortWhen } from '../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SectionNav } from '../../../components/section-nav.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { ExperimentMark } from '../experiment-mark.tsx'
import classes from './experiment.module.css'
import { ExperimentActs } from './experiment-acts.tsx'

const route = getRouteApi('/in/p/$project/experiments/$experiment')

const everyMs = 15_000

/** Layout of an experiment’s pages: name, state, actions and tabs. */
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
  const { name, flag, environment: key } = experiment
  const nowMs = useNow()
  const at = useSearch({ strict: false, select: ({ at: asked }) => (asked === undefined ? null : Date.parse(asked)) })
  const isPast = at !== null
  const environment = trpc.environments.list.useQuery({ project }).data?.find((one) => one.key === key)
  const { standing, day, run, setup, share, proposed } =
    at === null || Number.isNaN(at) || at > nowMs ? currentHeader(experiment, nowMs) : pastHeader(experiment, at)
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
          {share === null ? null : <span>{percent(share)} take part</span>}
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
      {/* Past states are read-only */}
      {isPast ? null : <ExperimentActs project={project} experiment={experiment} environment={environment} />}
    </header>
  )
}

/** Data for the header. `share` is null if it is unknown. */
type ExperimentHeader = Pick<Experiment, 'setup' | 'proposed'> & {
  readonly standing: ExperimentStatus
  readonly day: string
  readonly run: Pick<ExperimentRun, 'startedAt' | 'endsAt' | 'stoppedAt'> | null
  readonly share: number | null
}

const currentHeader = (experiment: Experiment, nowMs: number): ExperimentHeader => {
  const { run, setup, proposed } = experiment
  const standing = experimentStatusOf(experiment)
  const isOn = run !== null && (standing === 'running' || standing === 'over')
  return { ...{ standing, run, setup, proposed, share: setup.share }, day: isOn ? dayText(run, nowMs) : '' }
}

/** The header at a past instant: the state at that time and the setup of the run that was current or last. */
const pastHeader = ({ events, runs, setup }: Experiment, atMs: number): ExperimentHeader => {
  const standing = experimentStatusAt(events, atMs)
  const run = runs.find(({ startedAt }) => startedAt !== null && Date.parse(startedAt) <= atMs) ?? null
  const isOn = run !== null && (standing === 'running' || standing === 'over')
  const hasGrown = events.some(
    (one) => one.action === 'experiment.grow' && one.run === run?.run && Date.parse(one.at) > atMs,
  )
  return {
    ...{ standing, run, setup: run?.setup ?? setup, proposed: null, share: run && !hasGrown ? run.setup.share : null },
    day: isOn ? dayText({ ...run, stoppedAt: null }, atMs) : '',
  }
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
