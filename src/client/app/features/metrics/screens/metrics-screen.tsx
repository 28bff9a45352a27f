import { Button, Skeleton } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { partsOf } from '../../../../../shared/features/metrics/schemas/metric.ts'
import { metricSentence } from '../../../../../shared/text/metric/metric-text.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { MetricsTabs } from '../metrics-tabs.tsx'
import { MetricDialog } from './metric-dialog.tsx'
import { Starts } from './starts-section.tsx'

const route = getRouteApi('/in/p/$project/metrics')

/** Metrics of a project. Ramps and experiments use them. */
export function MetricsScreen(): ReactNode {
  const { project } = route.useParams()
  const metrics = trpc.metrics.list.useQuery({ project })
  const events = trpc.events.list.useQuery({ project })
  const intake = trpc.events.intake.useQuery({ project })
  const editable = useHasPermission(project, 'metric.edit')
  const declared = (events.data ?? []).filter(({ archivedAt }) => archivedAt === null)
  const [creating, setCreating] = useState(false)
  const open = () => setCreating(true)
  // A metric requires a declared event.
  const creatable = editable && (events.data ? declared.length > 0 : null)
  useShortcut('n', 'Create metric', open, creatable)
  const add = creatable ? <Button onClick={open}>Create metric</Button> : null
  const seen = (event: string) =>
    (intake.data ?? [])
      .filter((one) => one.event === event)
      .flatMap(({ lastAt }) => lastAt ?? [])
      .toSorted()
      .at(-1)
  return (
    <SettingsPage>
      <MetricsTabs project={project} />
      <SettingsSection
        title="Metrics"
        lead="What you compare variants by: how many people did something, how often, how much, how fast. They read the events that applications send."
      >
        <PermissionNotice project={project} permission="metric.edit" />
        <Loaded
          query={metrics}
          what="metrics"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={
            <>
              <StatePanel icon={IconAntennaBars5} title="No metrics yet" actions={add}>
                {editable ? 'Take one of these over, or declare an event and create your own.' : 'Editors create them.'}{' '}
                <DocsLink page="metrics">What a metric is</DocsLink>
              </StatePanel>
              {editable ? <Starts project={project} events={declared} /> : null}
            </>
          }
        >
          {(list) => (
            <>
              <Table label="All metrics" columns={['Metric', 'What it measures', 'Better', 'Seen']} wraps>
                {list.map(({ key, definition, archivedAt }) => {
                  const last = partsOf(definition.measure)
                    .flatMap(({ event }) => seen(event) ?? [])
                    .toSorted()
                    .at(-1)
                  return (
                    <tr key={key}>
                      <th scope="row">
                        <Link to="/p/$project/metrics/$metric" params={{ project, metric: key }}>
                          {definition.name}
                        </Link>
                        {archivedAt === null ? '' : ' (archived)'}
                      </th>
                      <td>{metricSentence(definition)}</td>
                      <td>{definition.better}</td>
                      <td>{last === undefined ? 'never' : <TimeText instant={last} />}</td>
                    </tr>
                  )
                })}
              </Table>
              <p>{add}</p>
            </>
          )}
        </Loaded>
      </SettingsSection>
      {creating ? (
        <MetricDialog project={project} metric={null} events={declared} onClose={() => setCreating(false)} />
      ) : null}
    </SettingsPage>
  )
}
