import type { ReactNode } from 'react'
import type { FlagFormatSupport } from '../../../../../shared/features/usage/schemas/vendor-protocol.ts'
import { formatTitles } from '../../../../../shared/vendors/exporting/words.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { trpc } from '../../../trpc.ts'

/** Shows whether SDKs of other systems can read this flag and, if not, why and what to do. */
export function VendorSupportNotice(props: { project: string; environment: string; flag: string }): ReactNode {
  const readings = trpc.readings.ofFlag.useQuery(props).data
  if (readings === undefined || readings.length === 0) return null
  return (
    <SettingsSection title="Other SDKs" lead="Who else can read this flag without a change to the application’s code.">
      <Table wraps label="SDKs of other systems" columns={['SDK', 'Reads this flag', 'Note']}>
        {readings.map((reading) => (
          <tr key={reading.format}>
            <th scope="row">{formatTitles[reading.format]}</th>
            <td>{verdictOf(reading)}</td>
            <td>{noteOf(reading)}</td>
          </tr>
        ))}
      </Table>
    </SettingsSection>
  )
}

const verdictOf = ({ readable, provided }: FlagFormatSupport): string =>
  !readable ? 'No' : provided.length === 0 ? 'Yes' : 'Yes, with a condition'

const noteOf = ({ readable, provided, because, cure, used }: FlagFormatSupport): string => {
  const inUse = used ? ' In use here.' : ''
  if (!readable) return `Not readable: ${because}. ${cure}${inUse}`
  return `${provided.length === 0 ? '' : `If ${provided.join(', and ')}.`}${inUse}`.trim()
}
