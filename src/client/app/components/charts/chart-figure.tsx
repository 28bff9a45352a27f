import { type ReactNode, useState } from 'react'
import classes from './charts.module.css'

/** A chart’s numbers as a table. The first cell of a row is its heading. */
export type ChartNumbers = { columns: readonly string[]; rows: readonly (readonly string[])[] }

/**
 * A chart labeled with its finding, and its numbers as a table. Screen readers always get the table; other users can
 * switch to it.
 */
export function ChartFigure(props: {
  finding: string
  numbers: ChartNumbers
  children: ReactNode
  aside?: ReactNode
}): ReactNode {
  const { finding, numbers, children, aside } = props
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={classes['pictured']} aria-label={finding}>
      <div className={classes['tools']}>
        {aside}
        <button
          type="button"
          className={classes['toggle']}
          aria-pressed={asTable}
          onClick={() => setAsTable((old) => !old)}
        >
          Table
        </button>
      </div>
      {asTable ? null : children}
      <div
        className={asTable ? classes['table'] : 'visually-hidden'}
        // A scrolling region must be reachable by keyboard
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={asTable ? 0 : undefined}
        role={asTable ? 'region' : undefined}
        aria-label={asTable ? finding : undefined}
      >
        <table>
          <caption className="visually-hidden">{finding}</caption>
          <thead>
            <tr>
              {numbers.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {numbers.rows.map((row) => (
              <tr key={row.join(' ')}>
                {row.map((cell, at) =>
                  at === 0 ? (
                    <th key={numbers.columns[at]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={numbers.columns[at]}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
