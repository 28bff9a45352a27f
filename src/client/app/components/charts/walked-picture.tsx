import { useElementSize } from '@mantine/hooks'
import type { ReactNode, Ref } from 'react'
import classes from './charts.module.css'
import { useWalk } from './use-walk.ts'

/** How wide a picture is, in px, and the step of it that is pointed at. */
type Walk = ReturnType<typeof useWalk> & { readonly ref: Ref<HTMLDivElement>; readonly width: number }

export const useWalkedPicture = (steps: number): Walk => {
  const { ref, width } = useElementSize<HTMLDivElement>()
  return { ref, width, ...useWalk(steps) }
}

/** A picture that the pointer, or ← and → on it, walk along from step to step, and below it what is said of the step. */
export function WalkedPicture(props: {
  walk: Walk
  label: string
  height: number
  /** The step that is nearest to a place, in px from the left. */
  near: (x: number) => number
  said: (at: number) => string
  children: ReactNode
}): ReactNode {
  const { walk, label, height, near, said, children } = props
  const { ref, width, cursor, setCursor, onKeyDown } = walk
  return (
    <div ref={ref}>
      {/* a picture that one can walk over by key: no role says so */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        className={classes['chart']}
        height={height}
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
        role="img"
        aria-label={`${label} Use ← and → to step through it.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, currentTarget }) =>
          setCursor(near(clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setCursor(null)}
      >
        {children}
      </svg>
      <p className={classes['said']} role="status">
        {cursor === null ? '' : said(cursor)}
      </p>
    </div>
  )
}

/** Which of these places is nearest to one. */
export const nearestOf = (places: readonly number[], to: number): number =>
  places.reduce((best, place, at) => (Math.abs(place - to) < Math.abs((places[best] ?? 0) - to) ? at : best), 0)
