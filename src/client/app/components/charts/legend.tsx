import type { ReactNode } from 'react'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import type { ChartNumbers } from './chart-figure.tsx'
import classes from './legend.module.css'
import type { Layer } from './stacked-areas.tsx'

export function Legend({ layers }: { layers: readonly Layer[] }): ReactNode {
  return (
    <ul className={classes['legend']}>
      {layers.map(({ name, colour }) => (
        <li key={name}>
          <i style={{ background: colour }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Layers as a table: one row per step with the heading `first`, and one column per layer. */
export const numbersOf = (first: string, steps: readonly string[], layers: readonly Layer[]): ChartNumbers => ({
  columns: [first, ...layers.map(({ name }) => name)],
  rows: steps.map((step, at) => [
    step,
    ...layers.map(({ values }) => values[at]?.toLocaleString(readerLocale) ?? 'no data'),
  ]),
})
