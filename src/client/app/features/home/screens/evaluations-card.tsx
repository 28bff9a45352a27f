import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { Legend, numbersOf } from '../../../components/charts/legend.tsx'
import { StackedAreas } from '../../../components/charts/stacked-areas.tsx'
import { timeTicks } from '../../../components/time-ticks.ts'
import { trpc } from '../../../trpc.ts'
import { trafficColour } from '../../environments/traffic-colour.ts'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

const everyMs = 60_000
const clock = new Intl.DateTimeFormat(readerLocale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** Evaluations of the project’s flags in the last 24 hours, by environment. */
export function EvaluationsCard(props: { project: string; environments: readonly Environment[] }): ReactNode {
  const { project, environments } = props
  const found = trpc.insights.evaluations.useQuery({ project, range: 'day' }, { refetchInterval: everyMs }).data
  const steps = found?.steps.map((step) => Date.parse(step)) ?? []
  const names = steps.map((step) => clock.format(step))
  const layers = (found?.series ?? []).map(({ environment, counts }) => {
    const one = environments.find(({ key }) => key === environment)
    return { name: one?.name ?? environment, colour: trafficColour(environment, environments), values: counts }
  })
  const total = found?.total ?? 0
  const [from = 0, until = 0] = [steps[0], steps.at(-1)]
  return (
    <HomeCard
      title="Evaluations"
      note="24 h"
      aside={found === undefined || total === 0 ? undefined : `${compactCount(total)}${compared(total, found.before)}`}
    >
      {found !== undefined && total === 0 ? (
        <p className={classes['empty']}>No application has evaluated a flag in the last 24 hours.</p>
      ) : (
        <div className={classes['chart']}>
          <ChartFigure
            finding={`${total.toLocaleString(readerLocale)} evaluations in the last 24 hours`}
            numbers={numbersOf('Hour', names, layers)}
            aside={<Legend layers={layers} />}
          >
            <StackedAreas
              label={`${total.toLocaleString(readerLocale)} evaluations in the last 24 hours`}
              layers={layers}
              stepsMs={steps}
              stepNames={names}
              ticks={timeTicks(from, until, 5)}
              height={150}
            />
          </ChartFigure>
        </div>
      )}
    </HomeCard>
  )
}

const compared = (total: number, before: number): string => {
  if (before === 0) return ''
  const more = Math.round((100 * (total - before)) / before)
  if (more === 0) return ', as many as the day before'
  return more > 0 ? `, ${more}% more than the day before` : `, ${-more}% fewer than the day before`
}
