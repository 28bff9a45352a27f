import type { ReactNode } from 'react'
import classes from './limit-line.module.css'

/** Position of a value of at least 1 on a logarithmic scale: 0 to 1 for values up to the limit, at most 1.15 above. */
const towards = (value: number, limit: number): number =>
  Math.min(1.15, Math.max(0, Math.log(Math.max(1, value)) / Math.log(limit)))

/**
 * Values over time on a logarithmic scale, with a limit that they should stay below. The text next to it has the
 * numbers.
 */
export function LimitLine(props: {
  points: readonly (number | null)[]
  limit: number
  width?: number
  height?: number
}): ReactNode {
  const { points, limit, width = 160, height = 44 } = props
  const y = (value: number) => height - 2 - (towards(value, limit) / 1.2) * (height - 4)
  const x = (at: number) => (points.length < 2 ? width - 4 : (at / (points.length - 1)) * (width - 4))
  const drawn = points.flatMap((point, at) => (point === null ? [] : [{ x: x(at), y: y(point), over: point >= limit }]))
  const last = drawn.at(-1)
  const limitY = y(limit)
  return (
    <svg className={classes['picture']} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <path className={classes['ground']} d={`M0 ${height - 2}H${width}`} />
      <path className={classes['limit']} d={`M0 ${limitY}H${width}`} />
      <path
        className={classes['line']}
        d={drawn.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('')}
      />
      {last ? (
        <circle className={classes['now']} data-over={last.over || undefined} cx={last.x} cy={last.y} r={3} />
      ) : null}
    </svg>
  )
}
