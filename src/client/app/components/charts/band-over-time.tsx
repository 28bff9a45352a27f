import { scaleLinear } from 'd3-scale'
import { type ReactNode, useId } from 'react'
import type { TimeTick } from '../time-ticks.ts'
import { Annotations } from './annotations.tsx'
import { type Band, bandReach } from './band-reach.ts'
import classes from './charts.module.css'
import { Hatch } from './hatch.tsx'
import { labelTops } from './label-tops.ts'
import { areaPath, linePath } from './paths.ts'
import { dashOf, SeriesMark } from './series-marks.tsx'
import { nearestOf, StepChart, useStepChart } from './step-chart.tsx'
import { ValueAxis } from './value-axis.tsx'

/** A line with its interval. Null at steps without data. */
export type BandSeries = { name: string; colour: string; points: readonly (Band | null)[] }

const edge = { top: 10, bottom: 26, left: 56, right: 14 }
const letterPx = 7

/**
 * Estimates over time with their intervals, around zero. Margins and the planned end are lines; periods without data
 * are hatched. The pointer, or ← and → on the chart, select a step and show its numbers.
 */
export function BandOverTime(props: {
  label: string
  series: readonly BandSeries[]
  stepsMs: readonly number[]
  stepNames: readonly string[]
  ticks: readonly TimeTick[]
  format: (value: number) => string
  /** Shorter number format for the axis. */
  axis?: (value: number) => string
  /** Values that count as no difference, drawn as lines. */
  margins?: readonly number[]
  /** Instants marked with a line: a planned end, an event. */
  marks?: readonly { atMs: number; name: string }[]
  /** Time range of the chart, if it exceeds the steps. */
  spanMs?: readonly [fromMs: number, untilMs: number]
  /** Period without data, with the reason. */
  unread?: { fromMs: number; untilMs: number; name: string } | undefined
  height?: number
}): ReactNode {
  const {
    label,
    series,
    stepsMs,
    stepNames,
    ticks,
    format,
    axis = format,
    margins = [],
    marks = [],
    unread,
    height = 260,
  } = props
  const walk = useStepChart(stepsMs.length)
  const { width, cursor } = walk
  const id = useId()
  const longest = Math.max(0, ...series.map(({ name }) => name.length))
  const names = width >= 420 ? Math.min(120, longest * letterPx + 12) : 0
  const { spanMs = [Infinity, -Infinity] } = props
  const first = Math.min(stepsMs[0] ?? spanMs[0], spanMs[0])
  const until = Math.max(stepsMs.at(-1) ?? spanMs[1], spanMs[1], first + 1)
  const end = Math.max(edge.left + 1, width - edge.right - names)
  const x = scaleLinear([first, until], [edge.left, end])
  const reach = bandReach(
    series.map(({ points }) => points),
    margins,
  )
  const y = scaleLinear(reach, [height - edge.bottom, edge.top])
  const place = (at: number) => x(stepsMs[at] ?? first)
  const ends = series
    .map(({ name, points }, at) => ({
      name,
      at,
      y: y(points.findLast((one) => one !== null)?.estimate ?? 0),
      height: 0,
    }))
    .toSorted((a, b) => a.y - b.y)
  const tops = labelTops(ends, height - edge.bottom, 16)
  return (
    <StepChart
      walk={walk}
      label={label}
      height={height}
      near={(px) => nearestOf(stepsMs.map(x), px)}
      said={(at) => said(stepNames[at] ?? '', series, at, format)}
    >
      <defs>
        <clipPath id={`${id}-plot`}>
          <rect x={edge.left} y={edge.top} width={end - edge.left} height={height - edge.bottom - edge.top} />
        </clipPath>
        <Hatch id={`${id}-unread`} colour="var(--mantine-color-dimmed)" step={7} />
        {series.map(({ name, colour }, at) => (
          <Hatch key={name} id={`${id}-${at}`} colour={colour} at={at} />
        ))}
      </defs>
      <ValueAxis values={y.ticks(5)} y={y} format={axis} start={edge.left} end={end} />
      {ticks.map(({ atMs, name }) => (
        <text key={atMs} className={classes['axis']} x={x(atMs)} y={height - 6} textAnchor="middle">
          {name}
        </text>
      ))}
      {unread === undefined ? null : (
        <rect
          x={x(unread.fromMs)}
          width={Math.max(0, x(unread.untilMs) - x(unread.fromMs))}
          y={edge.top}
          height={height - edge.bottom - edge.top}
          fill={`url(#${id}-unread)`}
          fillOpacity={0.45}
        >
          <title>{unread.name}</title>
        </rect>
      )}
      {margins.map((value) => (
        <line key={value} className={classes['margin']} x1={edge.left} x2={end} y1={y(value)} y2={y(value)} />
      ))}
      <g clipPath={`url(#${id}-plot)`}>
        {series.map(({ name, colour, points }, at) => (
          <Shape key={name} points={points} colour={colour} dash={dashOf(at)} hatch={`${id}-${at}`} x={place} y={y} />
        ))}
      </g>
      <Annotations marks={marks} x={x} top={edge.top} bottom={height - edge.bottom} />
      {names === 0
        ? null
        : ends.map(({ name, at }, row) => (
            <text key={name} className={classes['strong']} x={end + 10} y={(tops[row] ?? 0) + 4} data-series={at}>
              {name}
            </text>
          ))}
      {cursor === null ? null : (
        <g>
          <line
            className={classes['cursor']}
            x1={place(cursor)}
            x2={place(cursor)}
            y1={edge.top}
            y2={height - edge.bottom}
          />
          {series.map(({ name, colour, points }, at) => {
            const here = points[cursor] ?? null
            return here === null ? null : (
              <g key={name} transform={`translate(${place(cursor)} ${y(here.estimate)})`}>
                <SeriesMark at={at} colour={colour} />
              </g>
            )
          })}
        </g>
      )}
    </StepChart>
  )
}

/** The interval and line of one series, in the ranges that have data. */
function Shape(props: {
  points: readonly (Band | null)[]
  colour: string
  dash: string | undefined
  hatch: string
  x: (at: number) => number
  y: (value: number) => number
}): ReactNode {
  const { points, colour, dash, hatch, x, y } = props
  const band = areaPath(points.map((point, at) => (point === null ? null : [x(at), y(point.low), y(point.high)])))
  const middle = linePath(points.map((point, at) => (point === null ? null : [x(at), y(point.estimate)])))
  return (
    <>
      <path d={band} fill={colour} fillOpacity={0.14} />
      <path d={band} fill={`url(#${hatch})`} fillOpacity={0.22} stroke={colour} strokeOpacity={0.35} />
      <path d={middle} fill="none" stroke={colour} strokeWidth={2} strokeDasharray={dash} />
      {lone(points).map((at) => (
        <g key={at} transform={`translate(${x(at)} 0)`}>
          <path d={`M0 ${y(points[at]?.low ?? 0)}V${y(points[at]?.high ?? 0)}`} stroke={colour} strokeWidth={2} />
          <circle cy={y(points[at]?.estimate ?? 0)} r={3.5} fill={colour} />
        </g>
      ))}
    </>
  )
}

/** Steps with data whose neighbors have none: a line through them would have no length. */
const lone = (points: readonly (Band | null)[]): number[] =>
  points.flatMap((point, at) =>
    point !== null && (points[at - 1] ?? null) === null && (points[at + 1] ?? null) === null ? [at] : [],
  )

const said = (step: string, series: readonly BandSeries[], at: number, format: (value: number) => string): string => {
  const parts = series.map(({ name, points }) => {
    const point = points[at] ?? null
    return point === null
      ? `${name} nothing yet`
      : `${name} ${format(point.estimate)} (${format(point.low)} to ${format(point.high)})`
  })
  return `${step}: ${parts.join(' · ')}`
}
