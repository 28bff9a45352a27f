import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { listenMs } from './connection-progress.tsx'

/** Endpoint for each vendor’s SDKs, with the name of the setting in that SDK. */
const addresses = [
  { title: 'Unleash', setting: 'url', path: '/unleash/api' },
  { title: 'Unleash, in a browser', setting: 'url', path: '/unleash/api/frontend' },
  { title: 'LaunchDarkly', setting: 'base, stream and events URI', path: '/launchdarkly' },
  { title: 'flagd', setting: 'HTTP source', path: '/flagd/v1/flags' },
  { title: 'GrowthBook', setting: 'apiHost', path: '/growthbook' },
] as const

const titles: Readonly<Record<string, string>> = {
  unleash: 'Unleash',
  'unleash-frontend': 'Unleash, in a browser',
  launchdarkly: 'LaunchDarkly',
  'launchdarkly-client': 'LaunchDarkly, client-side',
  flagd: 'flagd',
  growthbook: 'GrowthBook',
  'growthbook-client': 'GrowthBook, evaluated remotely',
}

/** SDKs of other systems: their endpoints, and which of them read this environment. */
export function VendorSdksSection({ project, environment }: { project: string; environment: Environment }): ReactNode {
  const where = { project, environment: environment.key }
  const readers = trpc.readings.ofEnvironment.useQuery(where, { refetchInterval: listenMs }).data ?? []
  return (
    <SettingsSection
      title="Keep the SDK you have"
      lead={
        <>
          Applications that use one of these SDKs can read Fanion: change the address and the key, and nothing else.{' '}
          <DocsLink page="keepYourSdk">What each SDK can read</DocsLink>
        </>
      }
    >
      <Table actions={false} label="Addresses for other SDKs" columns={['SDK', 'Setting', 'Address']}>
        {addresses.map(({ title, setting, path }) => (
          <tr key={path}>
            <th scope="row">{title}</th>
            <td>
              <code>{setting}</code>
            </td>
            <td>
              <CopyButton
                text={location.origin + path}
                label={location.origin + path}
                size="compact-sm"
                ff="monospace"
              />
            </td>
          </tr>
        ))}
      </Table>
      {readers.length === 0 ? (
        <p>No application has read {environment.name} with one of these SDKs since the server started.</p>
      ) : (
        <Table
          actions={false}
          label={`Applications that read ${environment.name}`}
          columns={['Format', 'SDK', 'Application', 'Last seen']}
        >
          {readers.map((reader) => (
            <tr key={JSON.stringify([reader.format, reader.sdk, reader.app])}>
              <th scope="row">{titles[reader.format] ?? reader.format}</th>
              <td>{reader.sdk}</td>
              <td>{reader.app}</td>
              <td>
                <TimeText instant={reader.lastSeenAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </SettingsSection>
  )
}
