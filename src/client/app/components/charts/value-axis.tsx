import type { ReactNode } from 'react'
import classes from './charts.module.css'

/** Horizontal grid lines with labels on the left. The line at zero is stronger. */
export function ValueAxis(props: {
  values: readonly number[]
  y: (value: number) => number
  format: (value: number) => string
  start: number
  end: number
}): ReactNode {
  const { values, y, format, start, end } = props
  return values.map((value) => (
    <g key={value}>
      <line className={classes[value === 0 ? 'zero' : 'grid']} x1={start} x2={end} y1={y(value)} y2={y(value)} />
      <text className={classes['axis']} x={start - 8} y={y(value) + 4} textAnchor="end">
        {format(value)}
      </text>
    </g>
  ))
}
