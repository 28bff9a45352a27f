import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EventIntake } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { Key } from '../../../../../shared/schemas/keys.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'

/** Events that are rejected because no one declared them. Empty if there are none. */
export function UndeclaredSection(props: {
  intake: readonly EventIntake[]
  onDeclare: ((key: string) => void) | null
}): ReactNode {
  const { intake, onDeclare } = props
  const rows = intake.flatMap((one) =>
    one.refused.filter(({ reason }) => reason === 'undeclared').map((refused) => ({ ...one, ...refused })),
  )
  if (rows.length === 0) return null
  return (
    <SettingsSection title="Not declared" lead="Applications send these, and they are refused until you declare them.">
      <Table label="Undeclared events" columns={['Name', 'Environment', 'Refused', 'Last']}>
        {rows.map(({ event, environment, count, lastAt }) => (
          <tr key={`${environment} ${event}`}>
            <th scope="row">{event === '' ? 'Sent by client SDKs, or too many names' : <code>{event}</code>}</th>
            <td>{environment}</td>
            <td>{compactCount(count)}</td>
            <td>
              <TimeText instant={lastAt} />
            </td>
            <td>
              {onDeclare !== null && Key.safeParse(event).success ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Declare ${event}`}
                  onClick={() => onDeclare(event)}
                >
                  Declare
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
    </SettingsSection>
  )
}
