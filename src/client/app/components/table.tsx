import type { ReactNode } from 'react'
import classes from './table.module.css'

/** A table that scrolls within its box. The last column has row actions, unless there are none. */
export function Table(props: {
  label: string
  columns: readonly ReactNode[]
  actions?: boolean
  /**
   * Wraps cells, so that all columns fit at any width. Has no action column unless `actions` is set. On a phone, cells
   * appear next to their `data-label`.
   */
  wraps?: boolean
  children: ReactNode
}): ReactNode {
  return (
    // A scrolling region must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['box']} tabIndex={0} aria-label={props.label} data-wraps={props.wraps || undefined}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {props.columns.map((column, at) => (
              // Columns never move
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
