import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Agreement, AgreementExample } from '../../../../../shared/features/usage/schemas/comparison.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { writeContext } from '../../targeting/read-context.ts'
import classes from './imports.module.css'

/**
 * Examples of users for whom the systems disagree about a flag: both values, the context, and a link to the playground.
 */
export function AgreementExamples(props: {
  project: string
  environment: string
  row: Agreement['flags'][number]
}): ReactNode {
  const { project, environment, row } = props
  const [open, setOpen] = useState(false)
  const query = trpc.readings.examples.useQuery({ project, environment, flag: row.flag }, { enabled: open })
  return (
    <details className={classes['examples']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {row.flag}: {counted(row.different, 'answer')} differed
      </summary>
      {query.data?.length === 0 ? <p>No example is kept of it.</p> : null}
      {query.data && query.data.length > 0 ? (
        <Table label={`Examples of ${row.flag}`} columns={['Theirs', 'Fanion', 'Context', 'Seen']} wraps>
          {query.data.map((example) => (
            <tr key={`${example.unit ?? ''}${example.seenAt}${JSON.stringify([example.context, example.ours])}`}>
              <td>
                <code>{JSON.stringify(example.theirs)}</code>
              </td>
              <td>
                <code>{JSON.stringify(example.ours)}</code>
              </td>
              <td>
                <Who project={project} environment={environment} example={example} />
              </td>
              <td>
                <TimeText instant={example.seenAt} />
              </td>
            </tr>
          ))}
        </Table>
      ) : null}
    </details>
  )
}

function Who(props: { project: string; environment: string; example: AgreementExample }): ReactNode {
  const { project, environment, example } = props
  const { context, unit } = example
  if (context === null) return 'Not kept: this environment isn’t sampling contexts.'
  // Safe cast: stored contexts are JSON.
  const words = writeContext(context as Context)
  const user = unit?.slice(0, 8)
  return (
    <>
      <Link to="/p/$project/playground" params={{ project }} search={{ env: environment, who: words }}>
        {words === '' ? 'No attributes' : words}
      </Link>
      {user === undefined ? null : <span className={classes['unit']}> · user {user}</span>}
    </>
  )
}
