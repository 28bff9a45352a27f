import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { maturesAfterMs } from '../../../../../shared/features/experiments/run-plan.ts'
import { ExperimentSetup } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { Metric } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { limits } from '../../../../../shared/limits.ts'
import { forecastText, spanText } from '../../../../../shared/text/experiment/forecast-text.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { relativeFigure } from '../../../../../shared/text/verdict/figures.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { TradeCurve } from '../../../components/charts/trade-curve.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { trpc } from '../../../trpc.ts'
import { type Design, daysNeeded, outlookCurve, smallestLift } from './outlook.ts'
import classes from './setup.module.css'
import { type SetupForm, setupOf } from './setup-form.ts'

const dayMs = 86_400_000

/**
 * Forecasts what the plan can detect, based on the last 14 days. Users and metrics are fetched once; duration and
 * detectable difference are computed locally as the form changes.
 */
export function ForecastCard(props: {
  project: string
  environment: string
  form: SetupForm
  metrics: readonly Metric[]
}): ReactNode {
  const { project, environment, form, metrics } = props
  // Settings that affect only the local computation are fixed, so that editing them causes no request.
  const asked = useMemo(
    () => JSON.stringify({ ...setupOf(form), days: 21, effect: 0.05, hypothesis: '', alpha: 0.05, mode: 'planned' }),
    [form],
  )
  const [settled] = useDebouncedValue(asked, 400)
  const parsed = ExperimentSetup.safeParse(JSON.parse(settled))
  const query = trpc.experiments.plan.useQuery(
    parsed.success ? { project, environment, setup: parsed.data } : skipToken,
    { placeholderData: keepPreviousData, retry: false, staleTime: 60_000 },
  )
  if (!parsed.success)
    return <p className={classes['lead']}>Choose variants and a primary metric to see how long it takes.</p>
  if (query.error) return <FormError refusal={refusalOf(query.error)} fields={[]} />
  if (query.data === undefined) return <Skeleton h={260} />
  const [first] = form.primary
  const found = query.data.metrics.find(({ metric }) => metric === first)
  if (found === undefined) return null
  if (found.problem !== null) return <p className={classes['lead']}>{found.problem}</p>
  const definition = metrics.find(({ key }) => key === first)?.definition
  const design: Design = {
    ...form,
    aDay: query.data.aDay,
    windowDays: definition === undefined ? 0 : maturesAfterMs(definition) / dayMs,
  }
  const { days, effect } = form
  const smallest = smallestLift(found, design, days)
  const needed = daysNeeded(found, design, effect)
  const sentence = forecastText({
    ...{ metric: found.name, aDay: query.data.aDay, days, smallest, effect, daysNeeded: needed },
  })
  const until = Math.min(limits.experimentDays, Math.max(42, days + 14, Math.ceil((needed ?? 0) * 1.2)))
  const points = outlookCurve(found, design, until)
  return (
    <>
      <p className={classes['forecast']} role="status">
        {sentence}
      </p>
      {points.length < 2 ? null : (
        <ChartFigure
          finding={sentence}
          numbers={{
            columns: ['Days', 'Smallest difference found'],
            rows: points.filter(({ x }) => x % 7 === 0).map(({ x, y }) => [String(x), relativeFigure(y)]),
          }}
        >
          <TradeCurve
            label={sentence}
            points={points}
            across="Days"
            names={weeks(until).map((x) => ({ x, name: String(x) }))}
            format={relativeFigure}
            said={({ x, y }) => `${spanText(x)}: differences of ${relativeFigure(y)} or more`}
            chosen={smallest === null ? undefined : { x: days, y: smallest }}
            wanted={{ y: effect, name: `worth finding: ${relativeFigure(effect)}` }}
          />
        </ChartFigure>
      )}
      <p className={classes['faint']}>
        {`Mean ${(found.mean ?? 0).toLocaleString(readerLocale, { maximumSignificantDigits: 3 })}, from ${counted(found.units, 'user')} in the last 14 days.`}
      </p>
    </>
  )
}

/** Axis ticks at whole weeks, at most seven. */
const weeks = (until: number): number[] => {
  const every = Math.ceil(until / 7 / 7) * 7
  return Array.from({ length: Math.floor(until / every) }, (_, at) => (at + 1) * every)
}
