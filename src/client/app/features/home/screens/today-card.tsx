import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { type LaneMark, TimeLanes } from '../../../components/charts/time-lanes.tsx'
import { clockTime } from '../../../components/time-text.tsx'
import { timeTicks } from '../../../components/time-ticks.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

/** Today’s publishes and scheduled changes, with one timeline per environment. */
export function TodayCard(props: { project: string; environments: readonly Environment[]; nowMs: number }): ReactNode {
  const { project, environments, nowMs } = props
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const day = new Date(nowMs)
  const fromMs = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
  const untilMs = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
  const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() }
  const published = trpc.history.timeline.useQuery({ project, ...span, buckets: 96 }).data
  const scheduled = trpc.changes.list.useQuery({ project, states: ['scheduled'], limit: 50 }).data?.changes ?? []
  const today = scheduled.filter(({ schedule }) => {
    const atMs = Date.parse(schedule?.at ?? '')
    return atMs >= nowMs && atMs < untilMs
  })
  const named = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  const marks: LaneMark[] = [
    ...(published?.marks ?? []).map(
      (mark): LaneMark => ({
        id: `revision ${mark.environment} ${mark.number}`,
        lane: mark.environment,
        atMs: Date.parse(mark.last),
        count: mark.count,
        urgent: mark.marks.includes('emergency'),
        words: `revision ${mark.number} by ${mark.actor}, ${clockTime(Date.parse(mark.last))}${mark.message ? `: ${mark.message}` : ''}`,
      }),
    ),
    ...today.flatMap(({ number, title, schedule, places }) =>
      [...new Set(places.map(({ environment }) => environment))].map(
        (environment): LaneMark => ({
          id: `change ${number} ${environment}`,
          lane: environment,
          atMs: Date.parse(schedule?.at ?? ''),
          count: 1,
          words: `scheduled ${clockTime(Date.parse(schedule?.at ?? ''))}: #${number} ${title}`,
        }),
      ),
    ),
  ]
  const total = (published?.total ?? 0) + today.length
  const done = counted(published?.total ?? 0, 'publish', 'publishes')
  const finding =
    today.length === 0 ? `${done} today` : `${done} today, ${counted(today.length, 'change')} still to come`
  const picked = marks.find(({ id }) => id === chosen)
  return (
    <HomeCard
      title="Today"
      note={total === 0 ? 'nothing published or scheduled yet' : finding}
      aside={
        <Link to="/p/$project/changes" params={{ project }} search={{ tab: 'scheduled' }}>
          Calendar
        </Link>
      }
    >
      <div className={classes['today']}>
        <ChartFigure
          finding={finding}
          numbers={{
            columns: ['Time', 'Environment', 'Action'],
            rows: marks.map(({ atMs, lane, words, count }) => [
              clockTime(atMs),
              named(lane),
              count > 1 ? `${counted(count, 'publish', 'publishes')}, the last: ${words}` : words,
            ]),
          }}
        >
          <TimeLanes
            label={finding}
            lanes={environments.map((environment) => ({
              key: environment.key,
              name: <EnvironmentMark environment={{ ...environment, protected: false }} />,
            }))}
            marks={marks}
            fromMs={fromMs}
            untilMs={untilMs}
            nowMs={nowMs}
            ticks={timeTicks(fromMs, untilMs - 1, 8)}
            chosen={chosen}
            onChoose={({ id }) => {
              if (chosen !== id) return setChosen(id)
              const [kind, first = '', second] = id.split(' ')
              void navigate(
                kind === 'change'
                  ? { to: '/p/$project/changes/$change', params: { project, change: first } }
                  : {
                      to: '/p/$project/history',
                      params: { project },
                      search: { env: first, v: Number(second) },
                    },
              )
            }}
          />
          <p className={classes['picked']} role="status">
            {picked?.words ?? ''}
          </p>
        </ChartFigure>
      </div>
    </HomeCard>
  )
}
