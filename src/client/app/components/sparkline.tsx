import type { ReactNode } from 'react'
import { sparkPath } from './spark-path.ts'
import classes from './sparkline.module.css'

/** Counts over time as a small line, starting at zero. Unknown counts are gaps. The text next to it has the numbers. */
export function Sparkline(props: { points: readonly (number | null)[]; width?: number; height?: number }): ReactNode {
  const { points, width = 72, height = 18 } = props
  const { line, area } = sparkPath(points, width, height)
  return (
    <svg className={classes['spark']} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {points.includes(null) || line === '' ? (
        <path className={classes['none']} d={`M0 ${height - 1}H${width}`} />
      ) : null}
      {line === '' ? null : (
        <>
          <path className={classes['area']} d={area} />
          <path className={classes['line']} d={line} />
        </>
      )}
    </svg>
  )
}
