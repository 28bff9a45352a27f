import type { ReactNode } from 'react'
import type { AuditEvent } from '../../../../../shared/features/audit/schemas/audit.ts'
import { actSentence } from '../../../../../shared/text/audit/act.ts'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import classes from './users.module.css'

export function AuditTable({ events }: { events: readonly AuditEvent[] }): ReactNode {
  return (
    <Table label="Audit log" wraps columns={['Time', 'Who', 'Action', 'Project', 'IP address']}>
      {events.map((event) => {
        const { verb, object, after } = actSentence(event)
        return (
          <tr key={event.id}>
            <td>
              <TimeText instant={event.at} />
            </td>
            <th scope="row">{event.actor.name}</th>
            <td>
              <div className={classes['person']}>
                <span>{[verb, object, after].filter(Boolean).join(' ')}</span>
                <small>
                  <code>{event.action}</code>
                </small>
              </div>
            </td>
            <td>{[event.project, event.environment].filter(Boolean).join(', ')}</td>
            <td>{event.address}</td>
          </tr>
        )
      })}
    </Table>
  )
}
