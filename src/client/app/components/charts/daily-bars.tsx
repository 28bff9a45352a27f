import { scaleBand, scaleLinear } from 'd3-scale'
import { type ReactNode, useId } from 'react'
import { compactCount } from '../../../../shared/text/compact-count.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import classes from './charts.module.css'
import { Hatch } from './hatch.tsx'
import type { Layer } from './stacked-areas.tsx'
import { StepChart, useStepChart } from './step-chart.tsx'
import { ValueAxis } from './value-axis.tsx'

const edge = { top: 8, bottom: 24, left: 48, right: 4 }
/** Minimum distance between labels below the bars. */
const namePx = 64

/**
 * Counts per step as grouped bars, one per layer, so that uneven splits stand out. The pointer, or ← and → on the
 * chart, select a step and show its numbers.
 */
export function DailyBars(props: {
  label: string
  layers: readonly Layer[]
  stepNames: readonly string[]
  /** The steps to label. By default as many as fit, including the last. */
  named?: readonly number[]
  height?: number
}): ReactNode {
  const { label, layers, stepNames, named, height = 180 } = props
  const id = useId()
  const steps = stepNames.length
  const walk = useStepChart(steps)
  const { width, cursor } = walk
  const end = Math.max(edge.left + 1, width - edge.right)
  const places = stepNames.map((_, at) => at)
  const x = scaleBand(places, [edge.left, end]).paddingInner(0.25).paddingOuter(0.1)
  // With few steps, bars have a maximum width.
  const group = Math.min(x.bandwidth(), 28 * layers.length)
  const left = (at: number) => (x(at) ?? 0) + (x.bandwidth() - group) / 2
  const bar = group / Math.max(1, layers.length)
  const most = Math.max(1, ...layers.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(3)
  const every = Math.max(1, Math.ceil((namePx * steps) / Math.max(1, end - edge.left)))
  return (
    <StepChart
      walk={walk}
      label={label}
      height={height}
      near={(px) => Math.min(steps - 1, Math.max(0, Math.floor((px - edge.left) / x.step())))}
      said={(at) => said(stepNames[at] ?? '', layers, at)}
    >
      <defs>
        {layers.map(({ name }, at) => (
          <Hatch key={name} id={`${id}-${at}`} colour="var(--fanion-raised)" at={at - 1} step={5} strength={1.25} />
        ))}
      </defs>
      <ValueAxis values={y.ticks(3).filter(Number.isInteger)} y={y} format={compactCount} start={edge.left} end={end} />
      {cursor === null ? null : (
        <rect
          className={classes['picked']}
          x={x(cursor)}
          width={x.bandwidth()}
          y={edge.top}
          height={height - edge.bottom - edge.top}
        />
      )}
      {layers.map(({ name, colour, values }, layer) =>
        values.map((value, at) => {
          const box = {
            x: left(at) + bar * layer,
            width: Math.max(0.5, bar - (bar > 4 ? 1 : 0)),
            y: y(value ?? 0),
            height: y(0) - y(value ?? 0),
          }
          return (
            // Steps never move
            // oxlint-disable-next-line react/no-array-index-key
            <g key={`${name} ${at}`}>
              <rect {...box} fill={colour} />
              {layer === 0 || bar < 5 ? null : <rect {...box} fill={`url(#${id}-${layer})`} />}
            </g>
          )
        }),
      )}
      {stepNames.map((name, at) =>
        (named?.includes(at) ?? (steps - 1 - at) % every === 0) ? (
          <text key={name} className={classes['axis']} x={left(at) + group / 2} y={height - 6} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </StepChart>
  )
}

const said = (step: string, layers: readonly Layer[], at: number): string => {
  const parts = layers.map(({ name, values }) => `${name} ${values[at]?.toLocaleString(readerLocale) ?? 'no data'}`)
  return `${step}: ${parts.join(' · ')}`
}
