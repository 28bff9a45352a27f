import type { ReactNode } from 'react'
import type { EventIntake } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'

/** Rows that applications dropped because their buffers were full. Empty if there are none. */
export function DroppedSection({ intake }: { intake: readonly EventIntake[] }): ReactNode {
  const rows = intake.flatMap(({ environment, sdks, refused }) =>
    refused.filter(({ reason }) => reason === 'dropped').map((dropped) => ({ environment, sdks, ...dropped })),
  )
  if (rows.length === 0) return null
  return (
    <SettingsSection
      title="Never sent"
      lead="Applications keep up to 10,000 rows while they can’t reach Fanion. After that they drop new ones and report how many, not of which event."
    >
      <Table label="Rows that were never sent" columns={['Environment', 'Rows', 'Last', 'Sent by']} wraps>
        {rows.map(({ environment, count, lastAt, sdks }) => (
          <tr key={environment}>
            <th scope="row">{environment}</th>
            <td>{compactCount(count)}</td>
            <td>
              <TimeText instant={lastAt} />
            </td>
            <td>{sdks.join(', ')}</td>
          </tr>
        ))}
      </Table>
    </SettingsSection>
  )
}
