import type { ReactNode } from 'react'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import classes from './legend.module.css'
import type { Numbers } from './pictured.tsx'
import type { Layer } from './stacked-areas.tsx'

/** The layers of a picture by their colours. */
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

/** Layers as a table: a row a step, which `first` is the head of, and a column a layer. */
export const numbersOf = (first: string, steps: readonly string[], layers: readonly Layer[]): Numbers => ({
  columns: [first, ...layers.map(({ name }) => name)],
  rows: steps.map((step, at) => [
    step,
    ...layers.map(({ values }) => values[at]?.toLocaleString(readerLocale) ?? 'no data'),
  ]),
})
