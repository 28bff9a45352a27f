import { skipToken } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { Legend } from '../../../components/charts/legend.tsx'
import { StackedAreas } from '../../../components/charts/stacked-areas.tsx'
import { type LaneMark, TimeLanes } from '../../../components/charts/time-lanes.tsx'
import { shortTime, useNow } from '../../../components/time-text.tsx'
import { timeTicks } from '../../../components/time-ticks.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { trafficColour } from '../../environments/traffic-colour.ts'
import { trafficLayers } from '../../traffic/traffic-layers.ts'
import { knownVariants, type Slot, slotColour, variantSlots } from '../../variants/variant-slots.ts'
import classes from './history.module.css'
import type { HistoryRange, HistorySearch } from './history-search.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const spans: Record<HistoryRange, number> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs }
const spanText: Record<HistoryRange, string> = { day: '24 hours', week: '7 days', month: '30 days' }

/**
 * Revisions in one lane per environment, above the evaluations of the same period, so that causes align with effects.
 */
export function TimelineCard(props: {
  project: string
  environments: readonly Environment[]
  search: HistorySearch
}): ReactNode {
  const { project, environments, search } = props
  const navigate = useNavigate()
  const range = search.range ?? 'week'
  // The end of the current minute. Includes what is published now, and changes the query only once a minute.
  const untilMs = Math.ceil((useNow() + 1) / minuteMs) * minuteMs
  const fromMs = untilMs - spans[range]
  const shown = search.env === undefined ? environments : environments.filter(({ key }) => key === search.env)
  const where = {
    project,
    ...(search.env !== undefined && { environment: search.env }),
    ...(search.flag !== undefined && { flag: search.flag }),
  }
  const timeline = trpc.history.timeline.useQuery(
    { ...where, from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString(), buckets: 120 },
    { placeholderData: (before) => before },
  ).data
  const marks = useMemo(
    () =>
      (timeline?.marks ?? []).map(
        (mark): LaneMark => ({
          id: `${mark.environment} ${mark.number}`,
          lane: mark.environment,
          atMs: Date.parse(mark.last),
          count: mark.count,
          urgent: mark.marks.includes('emergency'),
          words: `revision ${mark.number} by ${mark.actor}, ${shortTime(mark.last)}${mark.message ? `: ${mark.message}` : ''}`,
        }),
      ),
    [timeline],
  )
  const named = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  const finding = `${counted(timeline?.total ?? 0, 'publish', 'publishes')} in the last ${spanText[range]}`
  const ticks = timeTicks(fromMs, untilMs, 7)
  return (
    <section className={classes['timeline']} aria-label="Timeline">
      <ChartFigure
        finding={finding}
        numbers={{
          columns: ['Last', 'Environment', 'Publishes', 'Revision'],
          rows: marks.map(({ atMs, lane, count, words }) => [
            shortTime(new Date(atMs).toISOString()),
            named(lane),
            count.toLocaleString(readerLocale),
            words,
          ]),
        }}
        aside={<span className={classes['finding']}>{finding}</span>}
      >
        <TimeLanes
          label={finding}
          lanes={shown.map((environment) => ({
            key: environment.key,
            name: <EnvironmentMark environment={{ ...environment, protected: false }} />,
          }))}
          marks={marks}
          fromMs={fromMs}
          untilMs={untilMs}
          ticks={ticks}
          chosen={search.v === undefined ? undefined : `${search.of ?? search.env ?? ''} ${search.v}`}
          onChoose={({ id, lane }) =>
            void navigate({
              to: '.',
              search: (old) => ({
                ...old,
                v: Number(id.split(' ').at(-1)),
                vs: undefined,
                of: lane,
                before: undefined,
              }),
              replace: true,
              resetScroll: false,
            })
          }
        />
        <Traffic
          project={project}
          environments={shown}
          flag={search.flag}
          range={range}
          fromMs={fromMs}
          untilMs={untilMs}
        />
      </ChartFigure>
    </section>
  )
}

/** Evaluations of the flag, or of all flags, in the same period. */
function Traffic(props: {
  project: string
  environments: readonly Environment[]
  flag: string | undefined
  range: HistoryRange
  fromMs: number
  untilMs: number
}): ReactNode {
  const { project, environments, flag, range, fromMs, untilMs } = props
  const told = environments.find((one) => one.protected) ?? environments[0]
  const all = trpc.insights.evaluations.useQuery({ project, range }, { enabled: flag === undefined }).data
  const one = trpc.insights.usage.useQuery(
    { project, flag: flag ?? '', environment: told?.key ?? '', range },
    { enabled: flag !== undefined && told !== undefined, retry: false },
  ).data
  const page = trpc.flags.get.useQuery(flag === undefined ? skipToken : { project, flag }, { retry: false }).data
  const document = page?.heads[told?.key ?? '']?.document
  const slots: ReadonlyMap<string, Slot> =
    page === undefined || document === undefined ? new Map() : variantSlots(document, knownVariants(page))
  const found = flag === undefined ? all : one
  if (found === undefined || found.total === 0) return <p className={classes['quiet']}>No evaluations in this time.</p>
  const layers =
    flag === undefined
      ? (all?.series ?? [])
          .filter(({ environment }) => environments.some(({ key }) => key === environment))
          .map(({ environment, counts }) => {
            const place = environments.find(({ key }) => key === environment)
            return {
              name: place?.name ?? environment,
              colour: trafficColour(environment, environments),
              values: counts,
            }
          })
      : trafficLayers({ series: one?.series ?? [] }, slots).map(({ name, slot, counts }) => ({
          name,
          colour: slotColour(slot),
          values: counts,
        }))
  const stepsMs = found.steps.map((step) => Date.parse(step))
  const what = flag === undefined ? 'Evaluations of all flags' : `Evaluations of ${flag} in ${told?.name ?? ''}`
  return (
    <div className={classes['traffic']}>
      <div className={classes['told']}>
        <p className={classes['quiet']}>
          {what}: {compactCount(found.total)}
        </p>
        <Legend layers={layers} />
      </div>
      <StackedAreas
        label={what}
        layers={layers}
        stepsMs={stepsMs}
        stepNames={found.steps.map((step) => shortTime(step))}
        ticks={[]}
        height={120}
        marks={[]}
        spanMs={[fromMs, untilMs]}
      />
    </div>
  )
}
