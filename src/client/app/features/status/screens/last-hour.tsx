import type { ReactNode } from 'react'
import type { Minute } from '../../../../../shared/features/status/schemas/system.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { BandOverTime } from '../../../components/charts/band-over-time.tsx'
import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { DailyBars } from '../../../components/charts/daily-bars.tsx'
import { Legend, numbersOf } from '../../../components/charts/legend.tsx'
import { type Layer, StackedAreas } from '../../../components/charts/stacked-areas.tsx'
import classes from './status.module.css'
import { quarters, wholeHour } from './whole-hour.ts'

const clock = new Intl.DateTimeFormat(readerLocale, { hour: '2-digit', minute: '2-digit' })
const ms = (value: number) => `${value.toLocaleString(readerLocale, { maximumSignificantDigits: 3 })} ms`
const height = 140

const calm = 'var(--fanion-on)'
const quiet = 'var(--variant-off)'
const bad = 'var(--fanion-bad-mark)'

export function LastHour({ minutes }: { minutes: readonly Minute[] }): ReactNode {
  const hour = wholeHour(minutes)
  const layer = (name: string, colour: string, of: (minute: Minute) => number): Layer => ({
    ...{ name, colour },
    values: hour.steps.map((step) => (step ? of(step) : null)),
  })
  const sum = (of: (minute: Minute) => number) => minutes.reduce((all, minute) => all + of(minute), 0)
  const streams = minutes.at(-1)?.streams ?? 0
  const published = sum(({ publishes }) => publishes)
  const [refused, failed] = [sum((minute) => minute.refused), sum((minute) => minute.failed)]
  return (
    <div className={classes['hour']}>
      <Counts
        title="Streams"
        finding={`${counted(streams, 'open stream')} now`}
        layers={[layer('streams', calm, (minute) => minute.streams)]}
        hour={hour}
        level
      />
      <Counts
        title="Publishes"
        finding={`${counted(published, 'publish', 'publishes')} in the last hour`}
        layers={[layer('publishes', calm, ({ publishes }) => publishes)]}
        hour={hour}
      />
      <Times
        title="Propagation"
        finding={timesFound(
          minutes.map(({ propagationMs }) => propagationMs),
          'nothing was published',
        )}
        points={hour.steps.map((step) => step?.propagationMs ?? null)}
        hour={hour}
      />
      <Times
        title="Database response"
        finding={timesFound(
          minutes.map(({ databaseMs }) => databaseMs),
          'it didn’t answer',
        )}
        points={hour.steps.map((step) => step?.databaseMs ?? null)}
        hour={hour}
      />
      <Counts
        title="Requests refused or failed"
        finding={`${refused.toLocaleString(readerLocale)} refused, ${failed.toLocaleString(readerLocale)} failed in the last hour`}
        layers={[
          layer('refused (4xx)', quiet, (minute) => minute.refused),
          layer('failed (5xx)', bad, (minute) => minute.failed),
        ]}
        hour={hour}
      />
    </div>
  )
}

type Hour = ReturnType<typeof wholeHour>

/** Counts per minute. `level` is a gauge that carries over from minute to minute. */
function Counts(props: {
  title: string
  finding: string
  layers: readonly Layer[]
  hour: Hour
  level?: true
}): ReactNode {
  const { title, finding, layers, hour, level = false } = props
  const names = namesOf(hour)
  const named = quarters(hour.stepsMs).map((atMs) => hour.stepsMs.indexOf(atMs))
  return (
    <ChartFigure
      finding={`${title}: ${finding}`}
      numbers={numbersOf('Minute', names, layers)}
      aside={
        <Head title={title} finding={finding}>
          {layers.length > 1 ? <Legend layers={layers} /> : null}
        </Head>
      }
    >
      {level ? (
        <StackedAreas label={`${title}: ${finding}`} layers={layers} {...axisOf(hour)} />
      ) : (
        <DailyBars label={`${title}: ${finding}.`} layers={layers} stepNames={names} named={named} height={height} />
      )}
    </ChartFigure>
  )
}

/** Durations per minute: the median as a line, with a band up to the 99th percentile. */
function Times(props: {
  title: string
  finding: string
  points: readonly Minute['databaseMs'][]
  hour: Hour
}): ReactNode {
  const { title, finding, points, hour } = props
  // Without values, an axis would be arbitrary.
  if (points.every((one) => one === null))
    return (
      <div>
        <Head title={title} finding={finding} />
      </div>
    )
  const series = [
    {
      ...{ name: 'p50', colour: calm },
      points: points.map((one) => one && { estimate: one.p50, low: one.p50, high: one.p99 }),
    },
  ]
  const rows = namesOf(hour).map((name, at) => {
    const one = points[at] ?? null
    return [name, one ? ms(one.p50) : 'no data', one ? ms(one.p99) : 'no data']
  })
  return (
    <ChartFigure
      finding={`${title}: ${finding}`}
      numbers={{ columns: ['Minute', 'p50', 'p99'], rows }}
      aside={<Head title={title} finding={finding} />}
    >
      <BandOverTime label={`${title}: ${finding}.`} series={series} format={ms} {...axisOf(hour)} />
    </ChartFigure>
  )
}

function Head(props: { title: string; finding: string; children?: ReactNode }): ReactNode {
  return (
    <div className={classes['head']}>
      <h3>{props.title}</h3>
      <p>{props.finding}</p>
      {props.children}
    </div>
  )
}

/** Describes the newest minute that has a value. */
const timesFound = (points: readonly Minute['databaseMs'][], otherwise: string): string => {
  const one = points.findLast((point) => point !== null)
  return one ? `${ms(one.p50)} in the middle, ${ms(one.p99)} for 99%` : otherwise
}

const namesOf = ({ stepsMs }: Hour) => stepsMs.map((step) => clock.format(step))

const axisOf = (hour: Hour) => ({
  stepsMs: hour.stepsMs,
  stepNames: namesOf(hour),
  ticks: quarters(hour.stepsMs).map((atMs) => ({ atMs, name: clock.format(atMs) })),
  height,
})
