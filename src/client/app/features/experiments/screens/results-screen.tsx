import { Button, Skeleton } from '@mantine/core'
import { IconFlask, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentResults } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { experimentStatusOf } from '../../../../../shared/text/experiment/state-text.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeBar } from '../../../components/time-bar.tsx'
import { ago, useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { slotColour, slotOf } from '../../variants/variant-slots.ts'
import { ByVariantCard } from './by-variant-card.tsx'
import { Downloads } from './downloads.tsx'
import { hasValidInstant, resultsQueryInput } from './experiments-search.ts'
import { NoUsersYet } from './no-users-yet.tsx'
import { armsOf } from './reading.ts'
import classes from './results.module.css'
import { useSlots } from './use-slots.ts'
import { VerdictCard } from './verdict-card.tsx'

const AddMetricDialog = lazyPart(async () => (await import('./add-metric-dialog.tsx')).AddMetricDialog)
const OverTimeCard = lazyPart(async () => (await import('./over-time-card.tsx')).OverTimeCard)
const ForestCard = lazyPart(async () => (await import('./forest-card.tsx')).ForestCard)
const DetailsCard = lazyPart(async () => (await import('./details-card.tsx')).DetailsCard)

const route = getRouteApi('/in/p/$project/experiments/$experiment/')

/** Poll interval of a running experiment in milliseconds. */
const everyMs = 60_000

/** Results of an experiment: the verdict first, then its evidence. `.` shows the next metric, D the details. */
export function ResultsScreen(): ReactNode {
  const { project, experiment: key } = route.useParams()
  const search = route.useSearch()
  const { metric, run, at } = search
  const isAsked = hasValidInstant(search)
  const experiment = trpc.experiments.get.useQuery({ project, experiment: key }).data
  const number = run ?? experiment?.run?.run
  const results = trpc.experiments.results.useQuery(
    number === undefined || !isAsked ? skipToken : resultsQueryInput({ project, experiment: key }, search),
    { refetchInterval: at === undefined && everyMs, placeholderData: keepPreviousData },
  )
  if (experiment === undefined) return null
  if (number === undefined) return <NotStarted project={project} experiment={experiment} />
  const bar = at === undefined ? null : <TimeBar at={at} what={experiment.name} />
  if (!isAsked) return bar
  return (
    <>
      {bar}
      <Loaded
        query={results}
        what="the results"
        loading={<Skeleton h={420} m={24} w="auto" />}
        isEmpty={({ samples }) => samples.observed.every((one) => one === 0)}
        empty={
          at === undefined ? (
            <NoUsersYet project={project} experiment={experiment} />
          ) : (
            <StatePanel icon={IconFlask} title="Nobody had come by then" />
          )
        }
      >
        {(data) => <Shown project={project} experiment={experiment} results={data} chosen={metric} at={at} />}
      </Loaded>
    </>
  )
}

function NotStarted({ project, experiment }: { project: string; experiment: Experiment }): ReactNode {
  const { key, proposed } = experiment
  const isPending = experimentStatusOf(experiment) === 'proposed' && proposed !== null
  return (
    <StatePanel
      icon={IconFlask}
      title={isPending ? `Starts when change ${proposed} is published` : 'Not started yet'}
      actions={
        <Button
          variant="default"
          renderRoot={(root) =>
            isPending ? (
              <Link {...root} to="/p/$project/changes/$change" params={{ project, change: String(proposed) }} />
            ) : (
              <Link {...root} to="/p/$project/experiments/$experiment/setup" params={{ project, experiment: key }} />
            )
          }
        >
          {isPending ? `Open change ${proposed}` : 'Edit setup'}
        </Button>
      }
    >
      Results appear here once users are in it. Until it’s started, users get what they have now.
    </StatePanel>
  )
}

function Shown(props: {
  project: string
  experiment: Experiment
  results: ExperimentResults
  chosen: string | undefined
  at: string | undefined
}): ReactNode {
  const { project, experiment, results, at } = props
  const { plan } = results
  const navigate = useNavigate()
  const nowMs = useNow()
  const slots = useSlots(project, experiment)
  const [details, setDetails] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const mayAdd = at === undefined && experiment.can.measure === null && experiment.run?.run === results.run
  const metric = plan.metrics.find(({ key }) => key === props.chosen) ?? plan.metrics[0]
  const choose = (key: string) =>
    void navigate({
      to: '/p/$project/experiments/$experiment',
      params: { project, experiment: experiment.key },
      search: (old) => ({ ...old, metric: key }),
      replace: true,
      resetScroll: false,
    })
  const next = () => {
    const at = plan.metrics.findIndex((one) => one === metric)
    const after = plan.metrics[(at + 1) % plan.metrics.length]
    if (after !== undefined) choose(after.key)
  }
  useShortcut('.', 'Next metric', next)
  useShortcut('d', 'Show details', () => setDetails((old) => !old))
  const colours = new Map(armsOf(results).others.map((arm) => [arm, slotColour(slotOf(slots, arm))]))
  if (metric === undefined) return null
  return (
    <div className={classes['page']}>
      <VerdictCard project={project} experiment={experiment.key} results={results} />
      {experiment.decision === null || at !== undefined ? null : (
        <p className={classes['quiet']}>
          <strong>{experiment.decision.by} decided:</strong> {experiment.decision.sentence}
          {experiment.decision.change === null ? null : (
            <>
              {' '}
              <Link to="/p/$project/changes/$change" params={{ project, change: String(experiment.decision.change) }}>
                Change {experiment.decision.change}
              </Link>
            </>
          )}
        </p>
      )}
      <div className={classes['pair']} data-long={plan.metrics.length > 8 || undefined}>
        <Suspense fallback={<Skeleton h={360} />}>
          <OverTimeCard results={results} metric={metric} colours={colours} />
        </Suspense>
        <Suspense fallback={<Skeleton h={360} />}>
          <ForestCard results={results} colours={colours} chosen={metric.key} onChoose={choose} />
        </Suspense>
      </div>
      <ByVariantCard results={results} metric={metric} slots={slots} />
      {details ? (
        <Suspense fallback={<Skeleton h={240} />}>
          <DetailsCard results={results} metric={metric} />
        </Suspense>
      ) : null}
      <div className={classes['tools']}>
        <Button
          variant="default"
          aria-pressed={details}
          onClick={() => setDetails(!details)}
          rightSection={<Kbd>D</Kbd>}
        >
          {details ? 'Hide details' : 'Show details'}
        </Button>
        {mayAdd ? (
          <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setIsAdding(true)}>
            Add metric…
          </Button>
        ) : null}
        <Downloads project={project} experiment={experiment.key} results={results} />
        <span className={classes['quiet']}>
          {at === undefined
            ? `Run ${results.run}, read ${ago(results.at, Math.max(nowMs, Date.parse(results.at)))}`
            : `Run ${results.run}`}
        </span>
      </div>
      <Suspense>
        {isAdding ? (
          <AddMetricDialog
            project={project}
            experiment={experiment}
            measured={plan.metrics.map(({ key }) => key)}
            onClose={() => setIsAdding(false)}
            onAdded={choose}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
