import { Skeleton } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type {
  ExperimentResults,
  ExperimentUserCounts,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import {
  beforeHealth,
  crossedHealth,
  type Health,
  maturityText,
  robotsHealth,
  samplesHealth,
} from '../../../../../shared/text/experiment/health-text.ts'
import { lengthText } from '../../../../../shared/text/time/hold-text.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { ExactTime } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useTranslatedMessages } from '../../loading/use-translated-messages.ts'
import { HealthMark } from './health-mark.tsx'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

const route = getRouteApi('/in/p/$project/experiments/$experiment/health')

const everyMs = 60_000

/** Shows whether the results can be trusted: exposures, exclusions, and the progress of each metric. */
export function HealthScreen(): ReactNode {
  const { project, experiment: key } = route.useParams()
  const experiment = trpc.experiments.get.useQuery({ project, experiment: key }).data
  const run = experiment?.run?.run
  const asked = run === undefined ? skipToken : { project, experiment: key, run }
  const people = trpc.experiments.people.useQuery(asked, { refetchInterval: everyMs })
  const results = trpc.experiments.results.useQuery(asked, { refetchInterval: everyMs })
  const nothing = (
    <StatePanel icon={IconHeartbeat} title="Nothing to check yet">
      Health appears here once it’s started.
    </StatePanel>
  )
  if (experiment === undefined) return null
  if (run === undefined) return nothing
  return (
    <Loaded
      query={people}
      what="its health"
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={() => false}
      empty={nothing}
    >
      {(data) => <Shown experiment={experiment} people={data} results={results.data} />}
    </Loaded>
  )
}

const nameIn =
  ({ plan }: ExperimentResults) =>
  (metric: string): string =>
    plan.metrics.find(({ key }) => key === metric)?.name ?? metric

function Shown(props: {
  experiment: Experiment
  people: ExperimentUserCounts
  results: ExperimentResults | undefined
}): ReactNode {
  const { experiment, people, results } = props
  const said = useTranslatedMessages(useMemo(() => results?.guards.map(({ text }) => text) ?? [], [results]))
  const weights = experiment.setup.arms.map(({ weight }) => weight)
  const checks: Health[] = [
    samplesHealth(people.samples, weights),
    crossedHealth(people.crossed),
    robotsHealth(people.robots),
    ...(results === undefined ? [] : [beforeHealth(results.before, nameIn(results))]),
  ]
  return (
    <div className={classes['page']}>
      <ResultCard title="Checks" note="what would make results wrong">
        <ul className={classes['rows']}>
          {checks.map(({ state, title, text }) => (
            <li key={title}>
              <span>
                <HealthMark state={state}>{title}</HealthMark>
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        {people.samples.off ? (
          <p className={classes['quiet']}>
            By chance a split like this comes up less than once in a hundred experiments. Look first at redirects,
            robots, and reports lost on one side. Nothing is decided until it’s explained.
          </p>
        ) : null}
      </ResultCard>
      {results === undefined ? null : (
        <>
          <ResultCard title="Maturity" note="a user counts once their whole window is over">
            <Table label="Maturity" columns={['Metric', 'Window', 'Users', 'First']} wraps>
              {results.plan.metrics.map((metric) => {
                const found = results.maturity.find((one) => one.metric === metric.key)
                return (
                  <tr key={metric.key}>
                    <th scope="row">{metric.name}</th>
                    <td>{lengthText(metric.maturesAfterMs)}</td>
                    <td>{found === undefined ? '–' : maturityText(found)}</td>
                    <td>{found?.firstAt ? <ExactTime instant={found.firstAt} /> : '–'}</td>
                  </tr>
                )
              })}
            </Table>
          </ResultCard>
          {results.guards.length === 0 ? null : (
            <ResultCard title="Guardrails">
              <ul className={classes['rows']}>
                {results.guards.map(({ metric, arm, name, state, text, then }, at) => (
                  <li key={`${metric} ${arm}`}>
                    <span>
                      <HealthMark
                        state={state === 'against' || state === 'blind' ? 'warn' : state === 'fine' ? 'good' : 'none'}
                      >
                        {name}, {arm}
                      </HealthMark>
                    </span>
                    <span>
                      {said[at] ?? text} {then === 'stop' ? 'Stops the experiment if it gets worse.' : ''}
                    </span>
                  </li>
                ))}
              </ul>
            </ResultCard>
          )}
        </>
      )}
    </div>
  )
}
