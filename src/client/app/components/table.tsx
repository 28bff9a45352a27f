import type { ReactNode } from 'react'
import classes from './table.module.css'

/** A plain table that scrolls in its own box; the last column holds what can be done with a row, unless nothing can. */
export function Table(props: {
  label: string
  columns: readonly ReactNode[]
  actions?: boolean
  /**
   * Cells break their lines, so that every column is seen at any width; nothing can be done with a row, unless `actions`. On a phone a
   * cell stands beside its `data-label`.
   */
  wraps?: boolean
  children: ReactNode
}): ReactNode {
  return (
    // a scrolling region must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['box']} tabIndex={0} aria-label={props.label} data-wraps={props.wraps || undefined}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {props.columns.map((column, at) => (
              // columns never move
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                {column}
              </th>
            ))}
            {(props.actions ?? !props.wraps) ? (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}
