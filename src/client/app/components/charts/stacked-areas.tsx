import { scaleLinear } from 'd3-scale'
import { area, stack } from 'd3-shape'
import type { ReactNode } from 'react'
import { compactCount } from '../../../../shared/text/compact-count.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { splitAtGaps } from '../split-at-gaps.ts'
import type { TimeTick } from '../time-ticks.ts'
import { Annotations } from './annotations.tsx'
import classes from './charts.module.css'
import { StepChart, useStepChart } from './step-chart.tsx'

/** A layer with its value at each step. Null if unknown. */
export type Layer = { name: string; colour: string; values: readonly (number | null)[] }

const edge = { top: 8, right: 12, bottom: 24, left: 48 }

/**
 * Stacked counts over time; gaps stay gaps. The pointer, or ← and → on the chart, select a step and show its numbers.
 */
export function StackedAreas(props: {
  label: string
  layers: readonly Layer[]
  /** Start and label of each step. */
  stepsMs: readonly number[]
  stepNames: readonly string[]
  ticks: readonly TimeTick[]
  /** Shows shares of each step instead of counts. */
  asShares?: boolean
  height?: number
  marks?: readonly { atMs: number; name: string }[]
  /** Time range of the chart, if it differs from the steps. */
  spanMs?: readonly [fromMs: number, untilMs: number]
}): ReactNode {
  const { label, layers, stepsMs, stepNames, ticks, asShares = false, height = 180, marks = [], spanMs } = props
  const steps = stepsMs.length
  const walk = useStepChart(steps)
  const { width, cursor } = walk
  // Below lanes, the time axes must align, so the value labels are inside the chart.
  const inset = spanMs !== undefined
  const [start, end] = inset ? [12, width - 12] : [edge.left, width - edge.right]
  const [first = 0, last = 1] = spanMs ?? [stepsMs[0], stepsMs.at(-1)]
  const sums = stepsMs.map((_, at) =>
    layers.every(({ values }) => (values[at] ?? null) === null)
      ? null
      : layers.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  )
  const x = scaleLinear([first, Math.max(last, first + 1)], [start, Math.max(start + 1, end)])
  const top = asShares ? 1 : Math.max(1, ...sums.map((sum) => sum ?? 0))
  const y = scaleLinear([0, top], [height - edge.bottom, edge.top])
  if (!asShares) y.nice(3)
  const numbers = asShares ? [0, 0.5, 1] : y.ticks(3).filter(Number.isInteger)
  const known = splitAtGaps(sums)
  const near = (px: number) => {
    const after = stepsMs.findIndex((stepMs) => stepMs > x.invert(px))
    return Math.max(0, (after < 0 ? steps : after) - 1)
  }
  return (
    <StepChart
      walk={walk}
      label={`${label}.`}
      height={height}
      near={near}
      said={(at) => said(stepNames[at] ?? '', layers, sums[at] ?? null, at)}
    >
      {numbers.map((value) => (
        <g key={value}>
          <line
            className={classes[value === 0 ? 'zero' : 'grid']}
            x1={inset ? 0 : start}
            x2={inset ? width : end}
            y1={y(value)}
            y2={y(value)}
          />
          <text
            className={classes['axis']}
            x={inset ? 0 : start - 8}
            y={y(value) + (inset ? -4 : 4)}
            textAnchor={inset ? 'start' : 'end'}
          >
            {inset && value !== numbers.at(-1) ? '' : asShares ? `${value * 100}%` : compactCount(value)}
          </text>
        </g>
      ))}
      {ticks.map(({ atMs, name }) => (
        <text key={atMs} className={classes['axis']} x={x(atMs)} y={height - 6} textAnchor="middle">
          {name}
        </text>
      ))}
      {known.map((stretch) => (
        <Stretch
          key={stretch[0]?.at}
          layers={layers}
          from={stretch[0]?.at ?? 0}
          to={stretch.at(-1)?.at ?? 0}
          asShares={asShares}
          x={(at) => x(stepsMs[at] ?? first)}
          y={y}
        />
      ))}
      <Annotations marks={marks} x={x} top={edge.top} bottom={y(0)} />
      {cursor === null ? null : (
        <line
          className={classes['cursor']}
          x1={x(stepsMs[cursor] ?? 0)}
          x2={x(stepsMs[cursor] ?? 0)}
          y1={edge.top}
          y2={y(0)}
        />
      )}
    </StepChart>
  )
}

/** The layers of a range without gaps. */
function Stretch(props: {
  layers: readonly Layer[]
  from: number
  to: number
  asShares: boolean
  x: (at: number) => number
  y: (value: number) => number
}): ReactNode {
  const { layers, from, to, asShares, x, y } = props
  const steps = Array.from({ length: to - from + 1 }, (_, at) => {
    const values = layers.map((layer) => layer.values[from + at] ?? 0)
    const sum = values.reduce((all, value) => all + value, 0)
    return values.map((value) => (asShares ? (sum === 0 ? 0 : value / sum) : value))
  })
  const stacked = stack<number[], number>()
    .keys(layers.map((_, at) => at))
    .value((step, at) => step[at] ?? 0)(steps)
  const shape = area<[number, number]>()
    .x((_, at) => x(from + at))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high))
  return stacked.map((one, at) => {
    const points = one.map(([low, high]): [number, number] => [low, high])
    // A single step is drawn as a bar, so that it is visible.
    const d = points.length === 1 ? bar(x(from), y(points[0]?.[0] ?? 0), y(points[0]?.[1] ?? 0)) : shape(points)
    return <path key={layers[at]?.name} d={d ?? ''} fill={layers[at]?.colour} />
  })
}

const bar = (x: number, low: number, high: number): string => `M${x - 2} ${low}H${x + 2}V${high}H${x - 2}Z`

const said = (step: string, layers: readonly Layer[], sum: number | null, at: number): string => {
  if (sum === null) return `${step}: no data`
  const parts = layers.map(({ name, values }) => `${name} ${(values[at] ?? 0).toLocaleString(readerLocale)}`)
  return `${step}: ${parts.join(' · ')}`
}
