import type { ReactNode } from 'react'
import classes from './limit-line.module.css'

/** How far a value of 1 or more has come towards a limit, by its order of magnitude: 0 to 1, and past it at most 1.15. */
const towards = (value: number, limit: number): number =>
  Math.min(1.15, Math.max(0, Math.log(Math.max(1, value)) / Math.log(limit)))

/** Values over time against a limit that they should stay below, by orders of magnitude. Words beside it say the figures. */
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
