import type { ReactNode } from 'react'
import classes from './charts.module.css'

/** Instants with a line of their own, from top to bottom of a picture, that say their name. */
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
