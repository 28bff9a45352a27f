import type { ReactNode } from 'react'
import type {
  ExperimentResults,
  PlannedMetricView,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { statusText } from '../../../../../shared/text/experiment/status-text.ts'
import { lengthText } from '../../../../../shared/text/time/hold-text.ts'
import { absoluteFigure, plainFigure, signed } from '../../../../../shared/text/verdict/figures.ts'
import { BandOverTime } from '../../../components/charts/band-over-time.tsx'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { shortTime } from '../../../components/time-text.tsx'
import { timeTicks } from '../../../components/time-ticks.ts'
import { armsOf, overTimeOf, relativeMargin, resultOf, signedPercent, unitOf } from './reading.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

/** Estimate and interval of one metric at each look. */
export function OverTimeCard(props: {
  results: ExperimentResults
  metric: PlannedMetricView
  colours: ReadonlyMap<string, string>
}): ReactNode {
  const { results, metric, colours } = props
  const { plan } = results
  const { control } = armsOf(results)
  const { isRelative, steps, lines } = overTimeOf(results, metric.key)
  const format = (value: number) =>
    isRelative ? signedPercent(value) : signed(value, absoluteFigure(value, unitOf(metric)))
  const first = resultOf(results.results, metric.key, lines[0]?.arm ?? '')
  const margin = isRelative ? relativeMargin(metric, first?.control ?? null) : null
  const [fromMs, untilMs] = [Date.parse(plan.startedAt), Date.parse(plan.endsAt)]
  const stepNames = steps.map(({ atMs, look }) => {
    const at = shortTime(new Date(atMs).toISOString())
    return look === null ? `Now, ${at}` : `Look ${look}, ${at}`
  })
  const last = lines.map(({ arm, points }) => {
    const point = points.findLast((one) => one !== null)
    return point
      ? `${arm} ${format(point.estimate)}, between ${format(point.low)} and ${format(point.high)}`
      : `${arm} nothing yet`
  })
  const finding = `${metric.name} over time compared with ${control}: ${last.join('; ')}.`
  const unit = unitOf(metric)
  const note =
    isRelative || unit === ''
      ? `difference from ${control}`
      : unit === '%'
        ? `difference from ${control}, in percentage points`
        : `difference from ${control}, in ${unit}`
  const readable = steps.findIndex((_, at) => lines.some(({ points }) => (points[at] ?? null) !== null))
  const firstMs = steps[readable]?.atMs ?? Math.min(untilMs, Date.parse(results.at))
  const spoken = lines.map(({ arm, points }) => ({ name: arm, colour: colours.get(arm) ?? 'var(--fanion-on)', points }))
  if (readable < 0)
    return (
      <ResultCard title={`${metric.name} over time`} note={note}>
        <p className={classes['quiet']}>Nothing to show yet: {statusText[first?.status ?? 'no_data']}.</p>
      </ResultCard>
    )
  return (
    <ResultCard title={`${metric.name} over time`} note={note}>
      <ChartFigure
        finding={finding}
        numbers={{
          columns: ['Look', ...lines.map(({ arm }) => arm)],
          rows: stepNames.map((name, at) => [
            name,
            ...lines.map(({ points }) => {
              const point = points[at] ?? null
              return point === null
                ? 'nothing yet'
                : `${format(point.estimate)} (${format(point.low)} to ${format(point.high)})`
            }),
          ]),
        }}
      >
        <BandOverTime
          label={finding}
          series={spoken}
          stepsMs={steps.map(({ atMs }) => atMs)}
          stepNames={stepNames}
          ticks={timeTicks(fromMs, untilMs, 5)}
          format={format}
          axis={(value) => (isRelative ? signedPercent(value) : signed(value, plainFigure(value, unit)))}
          margins={margin === null ? [] : [-margin, margin]}
          marks={plan.mode === 'open-ended' ? [] : [{ atMs: untilMs, name: 'Planned end' }]}
          spanMs={[fromMs, untilMs]}
          unread={
            firstMs > fromMs
              ? { fromMs, untilMs: firstMs, name: `Nobody had had their ${lengthText(metric.maturesAfterMs)} yet` }
              : undefined
          }
        />
      </ChartFigure>
    </ResultCard>
  )
}
