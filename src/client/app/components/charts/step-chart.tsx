import { useElementSize } from '@mantine/hooks'
import type { ReactNode, Ref } from 'react'
import classes from './charts.module.css'
import { useArrowKeys } from './use-arrow-keys.ts'

/** The chart’s width in px, and its selected step. */
type StepSelection = ReturnType<typeof useArrowKeys> & { readonly ref: Ref<HTMLDivElement>; readonly width: number }

export const useStepChart = (steps: number): StepSelection => {
  const { ref, width } = useElementSize<HTMLDivElement>()
  return { ref, width, ...useArrowKeys(steps) }
}

/** A chart in which the pointer, or ← and →, select a step. Describes the step below. */
export function StepChart(props: {
  walk: StepSelection
  label: string
  height: number
  /** The step nearest to a position, in px from the left. */
  near: (x: number) => number
  said: (at: number) => string
  children: ReactNode
}): ReactNode {
  const { walk, label, height, near, said, children } = props
  const { ref, width, cursor, setCursor, onKeyDown } = walk
  return (
    <div ref={ref}>
      {/* A chart with keyboard navigation: no ARIA role describes this */}
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

/** Index of the position nearest to a value. */
export const nearestOf = (places: readonly number[], to: number): number =>
  places.reduce((best, place, at) => (Math.abs(place - to) < Math.abs((places[best] ?? 0) - to) ? at : best), 0)
