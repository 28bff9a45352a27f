import type { ReactNode } from 'react'
import type { FactPreview } from '../../../../../shared/features/sources/schemas/source.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { Table } from '../../../components/table.tsx'
import classes from './facts.module.css'

/** The first rows of a query, and the database’s estimate for a day. */
export function WarehousePreview({ preview }: { preview: FactPreview }): ReactNode {
  const { columns, rows, estimate, ms, problems } = preview
  return (
    <section aria-label="Preview">
      {problems.length === 0 ? null : (
        <ul role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <p role="status">
        {rows.length === 0 ? 'The last day has no rows.' : 'The first rows of the last day.'}{' '}
        {estimate === null ? '' : `The database expects about ${compactCount(estimate.rows)} rows a day. `}
        Asked in {ms} ms; nothing of it is kept.
      </p>
      {rows.length === 0 ? null : (
        <div className={classes['details']}>
          <Table
            label="First rows"
            columns={columns.map(({ name, type }) => (
              <span key={name} title={type}>
                {name}
              </span>
            ))}
            actions={false}
          >
            {rows.map((row, at) => (
              // Rows of a preview never move
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {row.map((text, column) => (
                  // Neither do columns
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column}>{text ?? '–'}</td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  )
}
