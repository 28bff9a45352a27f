import { Box, Button, Skeleton } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { Sparkline } from '../../../components/sparkline.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText, useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { MetricsTabs } from '../../metrics/metrics-tabs.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { DroppedSection } from './dropped-section.tsx'
import { EventDialog } from './event-dialog.tsx'
import { byDay, carries, eventSnippet, rowsText } from './event-words.ts'
import { UndeclaredSection } from './undeclared-section.tsx'

const route = getRouteApi('/in/p/$project/metrics/events')

/** Poll interval in milliseconds. */
const everyMs = 3_000

export function EventsScreen(): ReactNode {
  const { project } = route.useParams()
  const events = trpc.events.list.useQuery({ project })
  const intake = trpc.events.intake.useQuery({ project }, { refetchInterval: everyMs })
  const editable = useHasPermission(project, 'metric.edit')
  const [declaring, setDeclaring] = useState<string | null>(null)
  const declare = () => setDeclaring('')
  useShortcut('n', 'Declare event', declare, editable)
  const add = editable ? <Button onClick={declare}>Declare event</Button> : null
  const sample = { key: 'purchase', value: { unit: '€', min: null, max: null }, properties: {} }
  const nowMs = useNow()
  return (
    <SettingsPage>
      <MetricsTabs project={project} />
      <SettingsSection
        title="Events"
        lead="What people do: a purchase, a search without results. Applications report it with track; ramps and metrics use it."
      >
        <PermissionNotice project={project} permission="metric.edit" />
        <Loaded
          query={events}
          what="events"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={
            <>
              <StatePanel icon={IconAntennaBars5} title="No events yet" actions={add}>
                Declare an event, run fanion pull, and paste these lines where it happens. Listening…{' '}
                <DocsLink page="events">How events arrive</DocsLink>
              </StatePanel>
              <Box mt={24}>
                <CodeBlock
                  label="TypeScript"
                  code={eventSnippet(sample)}
                  actions={<CopyButton text={eventSnippet(sample)} label="Copy code" />}
                />
              </Box>
            </>
          }
        >
          {(list) => (
            <>
              <Table label="Declared events" columns={['Event', 'Carries', 'Last 14 days', 'Seen']} wraps>
                {list.map((event) => {
                  const rows = (intake.data ?? []).filter((one) => one.event === event.key)
                  const hours = rows.flatMap((one) => one.hours)
                  const lastAt = rows
                    .flatMap((one) => one.lastAt ?? [])
                    .toSorted()
                    .at(-1)
                  return (
                    <tr key={event.key}>
                      <th scope="row">
                        <Link to="/p/$project/metrics/events/$event" params={{ project, event: event.key }}>
                          {event.name}
                        </Link>
                        {event.archivedAt === null ? '' : ' (archived)'}
                      </th>
                      <td>{carries(event) || 'no value'}</td>
                      <td>
                        <Sparkline points={byDay(hours, nowMs)} /> {rowsText(hours)}
                      </td>
                      <td>{lastAt === undefined ? 'not seen yet' : <TimeText instant={lastAt} />}</td>
                    </tr>
                  )
                })}
              </Table>
              <p>{add}</p>
            </>
          )}
        </Loaded>
      </SettingsSection>
      <UndeclaredSection
        intake={(intake.data ?? []).filter(({ declared }) => !declared)}
        onDeclare={editable ? setDeclaring : null}
      />
      <DroppedSection intake={intake.data ?? []} />
      {declaring === null ? null : (
        <EventDialog project={project} event={null} begin={declaring} onClose={() => setDeclaring(null)} />
      )}
    </SettingsPage>
  )
}
