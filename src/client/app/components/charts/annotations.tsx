import type { ReactNode } from 'react'
import classes from './charts.module.css'

/** Labeled vertical lines at instants. */
export const Annotations = ({
  marks,
  x,
  top,
  bottom,
}: {
  marks: readonly { atMs: number; name: string }[]
  x: (atMs: number) => number
  top: number
  bottom: number
}): ReactNode =>
  marks.map(({ atMs, name }) => (
    <line key={`${atMs} ${name}`} className={classes['annotation']} x1={x(atMs)} x2={x(atMs)} y1={top} y2={bottom}>
      <title>{name}</title>
    </line>
  ))
