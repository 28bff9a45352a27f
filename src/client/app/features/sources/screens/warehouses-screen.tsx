import { Button, Skeleton } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { MetricsTabs } from '../../metrics/metrics-tabs.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { ConnectionForm } from './connection-form.tsx'
import { kindNames, placeText, spentText, stateWords, worstState } from './fact-words.ts'
import { StateText } from './state-text.tsx'

const route = getRouteApi('/in/p/$project/metrics/sources')

export function WarehousesScreen(): ReactNode {
  const { project } = route.useParams()
  const navigate = route.useNavigate()
  const sources = trpc.sources.list.useQuery({ project })
  const editable = useHasPermission(project, 'source.edit')
  const [adding, setAdding] = useState(false)
  const begin = () => setAdding(true)
  useShortcut('n', 'Add source', begin, editable)
  const add = editable && !adding ? <Button onClick={begin}>Add source</Button> : null
  return (
    <SettingsPage>
      <MetricsTabs project={project} />
      {adding ? (
        <SettingsSection
          title="New source"
          lead="A database whose users are those of an environment. Use a role that only reads."
        >
          <ConnectionForm
            project={project}
            source={null}
            onSaved={({ key }) => {
              setAdding(false)
              done(`Added ${key}`)
              void navigate({ to: '/p/$project/metrics/sources/$source', params: { project, source: key } })
            }}
            onCancel={() => setAdding(false)}
          />
        </SettingsSection>
      ) : null}
      <SettingsSection
        title="Sources"
        lead="Databases that you have. Tables in them are read as events, and nothing in them is ever written."
      >
        <PermissionNotice project={project} permission="source.edit" />
        <Loaded
          query={sources}
          what="sources"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={
            adding ? null : (
              <StatePanel icon={IconDatabase} title="No sources yet" actions={add}>
                Orders, payments, tickets: read them where they are, and measure by them.{' '}
                <DocsLink page="sources">How sources work</DocsLink>
              </StatePanel>
            )
          }
        >
          {(list) => (
            <>
              <Table label="All sources" columns={['Source', 'Database', 'Environment', 'Status', 'Read today']} wraps>
                {list.map((source) => (
                  <tr key={source.key}>
                    <th scope="row">
                      <Link to="/p/$project/metrics/sources/$source" params={{ project, source: source.key }}>
                        {source.key}
                      </Link>
                    </th>
                    <td>
                      {kindNames[source.kind]}, {placeText(source)}
                    </td>
                    <td>{source.environment}</td>
                    <td>
                      <StateText state={worstState(source)}>{stateWords(source)}</StateText>
                    </td>
                    <td>{spentText(source)}</td>
                  </tr>
                ))}
              </Table>
              <p>{add}</p>
            </>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}
