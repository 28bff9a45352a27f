import { scaleLinear } from 'd3-scale'
import { type ReactNode, useId } from 'react'
import classes from './charts.module.css'
import { Hatch } from './hatch.tsx'
import { areaPath, linePath } from './paths.ts'
import { SeriesMark } from './series-marks.tsx'
import { nearestOf, StepChart, useStepChart } from './step-chart.tsx'
import { ValueAxis } from './value-axis.tsx'

export type CurvePoint = { readonly x: number; readonly y: number }

const edge = { top: 10, bottom: 40, left: 56, right: 12 }
const colour = 'var(--fanion-on)'

/**
 * A falling trade-off curve with the area above it hatched, and the selected point. The pointer, or ← and → on the
 * chart, select a point and show both values.
 */
export function TradeCurve(props: {
  label: string
  points: readonly CurvePoint[]
  /** Label and ticks of the horizontal axis. */
  across: string
  names: readonly { x: number; name: string }[]
  format: (y: number) => string
  said: (point: CurvePoint) => string
  chosen: CurvePoint | undefined
  /** A desired value, drawn as a line. */
  wanted?: { y: number; name: string } | undefined
  height?: number
}): ReactNode {
  const { label, points, across, names, format, said, chosen, wanted, height = 220 } = props
  const walk = useStepChart(points.length)
  const { width, cursor } = walk
  const id = useId()
  const end = Math.max(edge.left + 1, width - edge.right)
  const [from = 0, to = 1] = [points[0]?.x, points.at(-1)?.x]
  const ys = points.map(({ y }) => y).sort((a, b) => a - b)
  // Ignores the steep start of such a curve.
  const top = Math.max((ys[Math.floor(ys.length * 0.85)] ?? 1) * 1.1, (chosen?.y ?? 0) * 1.25, (wanted?.y ?? 0) * 1.25)
  const x = scaleLinear([from, Math.max(to, from + 1)], [edge.left, end])
  const y = scaleLinear([0, top > 0 ? top : 1], [height - edge.bottom, edge.top])
  const path = linePath(points.map((one) => [x(one.x), y(one.y)]))
  const above = areaPath(points.map((one) => [x(one.x), edge.top, Math.max(edge.top, y(one.y))]))
  const here = cursor === null ? undefined : points[cursor]
  return (
    <StepChart
      walk={walk}
      label={label}
      height={height}
      near={(px) =>
        nearestOf(
          points.map((one) => x(one.x)),
          px,
        )
      }
      said={(at) => (points[at] === undefined ? '' : said(points[at]))}
    >
      <defs>
        <Hatch id={`${id}-above`} colour={colour} step={8} />
        <clipPath id={`${id}-plot`}>
          <rect x={edge.left} y={edge.top} width={end - edge.left} height={height - edge.bottom - edge.top} />
        </clipPath>
      </defs>
      <ValueAxis values={y.ticks(4)} y={y} format={format} start={edge.left} end={end} />
      <g clipPath={`url(#${id}-plot)`}>
        <path d={above} fill={colour} fillOpacity={0.06} />
        <path d={above} fill={`url(#${id}-above)`} fillOpacity={0.16} />
        <path d={path} fill="none" stroke={colour} strokeWidth={2} />
      </g>
      {wanted === undefined ? null : (
        <g>
          <line className={classes['margin']} x1={edge.left} x2={end} y1={y(wanted.y)} y2={y(wanted.y)} />
          <text className={classes['axis']} x={end} y={y(wanted.y) - 5} textAnchor="end">
            {wanted.name}
          </text>
        </g>
      )}
      {names.map((one) => (
        <text key={one.x} className={classes['axis']} x={x(one.x)} y={height - 22} textAnchor="middle">
          {one.name}
        </text>
      ))}
      <text className={classes['axis']} x={(edge.left + end) / 2} y={height - 4} textAnchor="middle">
        {across}
      </text>
      {chosen === undefined ? null : (
        <g>
          <path
            className={classes['cursor']}
            fill="none"
            d={`M${edge.left} ${y(chosen.y)}H${x(chosen.x)}V${height - edge.bottom}`}
          />
          <g transform={`translate(${x(chosen.x)} ${y(chosen.y)})`}>
            <SeriesMark at={0} colour={colour} />
          </g>
        </g>
      )}
      {here === undefined ? null : (
        <line className={classes['cursor']} x1={x(here.x)} x2={x(here.x)} y1={edge.top} y2={height - edge.bottom} />
      )}
    </StepChart>
  )
}
