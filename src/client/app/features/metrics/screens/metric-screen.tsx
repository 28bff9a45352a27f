import { Button, Group, Skeleton } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { partsOf } from '../../../../../shared/features/metrics/schemas/metric.ts'
import type { MetricWithVersions } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { metricSentence } from '../../../../../shared/text/metric/metric-text.ts'
import { holdText } from '../../../../../shared/text/time/hold-text.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { readFirst } from '../../environments/read-first.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { MetricDialog } from './metric-dialog.tsx'
import classes from './metrics.module.css'
import { Preview } from './preview.tsx'

const route = getRouteApi('/in/p/$project/metrics/$metric')

/** One metric: its description, recent values by environment, versions and uses. */
export function MetricScreen(): ReactNode {
  const { project, metric: key } = route.useParams()
  const metric = trpc.metrics.get.useQuery({ project, metric: key }, { retry: false })
  const events = trpc.events.list.useQuery({ project })
  const notThere = (
    <StatePanel icon={IconAntennaBars5} title="Couldn’t find this metric">
      Nobody created {key} in this project.
    </StatePanel>
  )
  if (metric.error && refusalOf(metric.error).code === 'metric/not-found') return notThere
  return (
    <Loaded
      query={metric}
      what="the metric"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={() => false}
      empty={notThere}
    >
      {(found) => <Shown project={project} metric={found} events={events.data ?? []} />}
    </Loaded>
  )
}

function Shown(props: { project: string; metric: MetricWithVersions; events: readonly TrackedEvent[] }): ReactNode {
  const { project, metric, events } = props
  const { definition, archivedAt } = metric
  const { env } = route.useSearch()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const environment = readFirst(environments, env)?.key
  const editable = useHasPermission(project, 'metric.edit')
  const [editing, setEditing] = useState(false)
  const utils = trpc.useUtils()
  const again = trpc.metrics.update.useMutation({ onSuccess: () => utils.metrics.invalidate() })
  const archive = trpc.metrics.archive.useMutation({
    onSuccess: async () => {
      await utils.metrics.invalidate()
      done(`Archived ${metric.key}`, { undo: () => again.mutate({ project, metric: metric.key, definition }) })
    },
    onError: (error) => failed(`Couldn’t archive ${metric.key}`, refusalOf(error)),
  })
  return (
    <SettingsPage>
      <SettingsSection
        title={definition.name}
        lead={`${archivedAt === null ? '' : 'Archived. '}${definition.description}`}
      >
        <dl className={classes['definition']}>
          <dt>Measures</dt>
          <dd>{metricSentence(definition)}</dd>
          <dt>Better</dt>
          <dd>{definition.better}</dd>
          <dt>Counts</dt>
          <dd>{definition.from === 'servers' ? 'what servers send' : 'what servers and pages send'}</dd>
          <dt>Late events</dt>
          <dd>{holdText(definition.lag) === '' ? 'not waited for' : `waited for, ${holdText(definition.lag)}`}</dd>
          <dt>Events</dt>
          <dd>
            {[...new Set(partsOf(definition.measure).map(({ event }) => event))].map((event, at) => (
              <span key={event}>
                {at === 0 ? '' : ', '}
                <Link to="/p/$project/metrics/events/$event" params={{ project, event }}>
                  {event}
                </Link>
              </span>
            ))}
          </dd>
        </dl>
        {editable ? (
          <Group gap={8} mt={12}>
            <Button variant="default" onClick={() => setEditing(true)}>
              {archivedAt === null ? 'Edit' : 'Edit and bring back'}
            </Button>
            {archivedAt === null ? (
              <Button
                variant="default"
                loading={archive.isPending}
                onClick={() => archive.mutate({ project, metric: metric.key })}
              >
                Archive
              </Button>
            ) : null}
          </Group>
        ) : null}
      </SettingsSection>
      <SettingsSection
        title="Last 7 days"
        lead="Of all users seen, whatever they were served. A ramp compares only those it reached."
      >
        <EnvironmentTabs environments={environments} chosen={environment} />
        {environment === undefined ? null : (
          <Preview project={project} environment={environment} definition={definition} events={events} days />
        )}
      </SettingsSection>
      <SettingsSection title="Used by" lead="A ramp keeps the version it began with.">
        {metric.usedBy.length === 0 ? (
          <p>No ramp uses it yet.</p>
        ) : (
          <Table label="Ramps that use it" columns={['Flag', 'Environment', 'Version', 'Status']} wraps>
            {metric.usedBy.map(({ run, flag, environment: where, version, isOpen }) => (
              <tr key={run}>
                <th scope="row">
                  <Link to="/p/$project/flags/$flag/ramp" params={{ project, flag }} search={{ env: where }}>
                    {flag}
                  </Link>
                </th>
                <td>{where}</td>
                <td>{version}</td>
                <td>{isOpen ? 'open' : 'finished'}</td>
              </tr>
            ))}
          </Table>
        )}
      </SettingsSection>
      <SettingsSection title="Definitions" lead="A saved version never changes; an edit makes the next.">
        <Table label="Versions of this metric" columns={['Version', 'What it measures', 'Saved']} wraps>
          {metric.versions.map(({ version, definition: said, savedAt }) => (
            <tr key={version}>
              <th scope="row">{version}</th>
              <td>{metricSentence(said)}</td>
              <td>
                <TimeText instant={savedAt} />
              </td>
            </tr>
          ))}
        </Table>
      </SettingsSection>
      {editing ? (
        <MetricDialog project={project} metric={metric} events={events} onClose={() => setEditing(false)} />
      ) : null}
    </SettingsPage>
  )
}
