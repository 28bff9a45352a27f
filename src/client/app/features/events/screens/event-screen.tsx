import { Button, Group, Skeleton } from '@mantine/core'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { EventIntake, TrackedEvent } from '../../../../../shared/features/usage/schemas/tracked.ts'
import { compactCount } from '../../../../../shared/text/compact-count.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { Sparkline } from '../../../components/sparkline.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText, useNow } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { DroppedSection } from './dropped-section.tsx'
import { EventDialog } from './event-dialog.tsx'
import { byDay, eventLead, eventSnippet, refusalWords, rowsText } from './event-words.ts'

const route = getRouteApi('/in/p/$project/metrics/events/$event')

/** Poll interval in milliseconds. */
const everyMs = 2_000

/** One event: rows received by environment, rejected rows with reasons, and code that sends it. */
export function EventScreen(): ReactNode {
  const { project, event: key } = route.useParams()
  const events = trpc.events.list.useQuery({ project })
  const intake = trpc.events.intake.useQuery({ project, event: key }, { refetchInterval: everyMs })
  return (
    <Loaded
      query={events}
      what="the event"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={(list) => !list.some((one) => one.key === key)}
      empty={
        <StatePanel icon={IconAntennaBars5} title="Couldn’t find this event">
          There’s no event {key} in this project.
        </StatePanel>
      }
    >
      {(list) =>
        list
          .filter((one) => one.key === key)
          .map((event) => (
            <Shown
              key={event.key}
              project={project}
              event={event}
              intake={intake.data ?? []}
              heard={intake.isSuccess}
            />
          ))
      }
    </Loaded>
  )
}

function Shown(props: {
  project: string
  event: TrackedEvent
  intake: readonly EventIntake[]
  heard: boolean
}): ReactNode {
  const { project, event, intake, heard } = props
  const editable = useHasPermission(project, 'metric.edit')
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const placeOf = (key: string): ReactNode => {
    const environment = environments.find((one) => one.key === key)
    return environment === undefined ? key : <EnvironmentMark environment={environment} brief />
  }
  const sources = trpc.sources.list.useQuery({ project }).data ?? []
  const facts = sources.flatMap((source) =>
    source.facts.filter((fact) => fact.event === event.key).map((fact) => ({ source, fact })),
  )
  const [editing, setEditing] = useState(false)
  const nowMs = useNow()
  const utils = trpc.useUtils()
  const again = trpc.events.save.useMutation({ onSuccess: () => utils.events.invalidate() })
  const archive = trpc.events.archive.useMutation({
    onSuccess: async ({ key, name, description, value, properties, fromClients }) => {
      await utils.events.invalidate()
      const was = { key, name, description, value, properties, fromClients }
      done(`Archived ${key}`, { undo: () => again.mutate({ project, ...was }) })
    },
    onError: (error) => failed(`Couldn’t archive ${event.key}`, refusalOf(error)),
  })
  const refused = intake
    .filter((one) => one.event === event.key)
    .flatMap(({ environment, refused: rows }) => rows.map((row) => ({ environment, ...row })))
  const code = eventSnippet(event)
  return (
    <SettingsPage>
      <SettingsSection title={event.name} lead={eventLead(event)}>
        {editable ? (
          <Group gap={8}>
            <Button variant="default" onClick={() => setEditing(true)}>
              {event.archivedAt === null ? 'Edit' : 'Declare again'}
            </Button>
            {event.archivedAt === null ? (
              <Button
                variant="default"
                loading={archive.isPending}
                onClick={() => archive.mutate({ project, event: event.key })}
              >
                Archive
              </Button>
            ) : null}
          </Group>
        ) : null}
      </SettingsSection>
      <SettingsSection title="What arrives" lead="Rows kept in the last 14 days, by environment.">
        {facts.map(({ source: { key, environment }, fact: { readUntil } }) => (
          <p key={key}>
            In {placeOf(environment)} it’s read from{' '}
            <Link to="/p/$project/metrics/sources/$source" params={{ project, source: key }}>
              {key}
            </Link>
            {readUntil === null ? null : (
              <>
                , there up to <TimeText instant={readUntil} />
              </>
            )}
            .
          </p>
        ))}
        {intake.every(({ hours }) => hours.length === 0) ? (
          <p role="status" hidden={facts.length > 0}>
            {heard ? 'Listening… The first row appears here within seconds.' : 'Loading…'}
          </p>
        ) : (
          <Table label="Rows that arrived" columns={['Environment', 'Last 14 days', 'Rows', 'Last', 'Sent by']} wraps>
            {intake
              .filter(({ hours }) => hours.length > 0)
              .map(({ environment, hours, lastAt, sdks }) => (
                <tr key={environment}>
                  <th scope="row">{placeOf(environment)}</th>
                  <td>
                    <Sparkline points={byDay(hours, nowMs)} width={120} />
                  </td>
                  <td>{rowsText(hours)}</td>
                  <td>{lastAt === null ? 'never' : <TimeText instant={lastAt} />}</td>
                  <td>{sdks.join(', ')}</td>
                </tr>
              ))}
          </Table>
        )}
      </SettingsSection>
      {refused.length === 0 ? null : (
        <SettingsSection title="Refused" lead="Rows that were not kept, and why.">
          <Table label="Refused rows" columns={['Why', 'Environment', 'Rows', 'Last']} wraps>
            {refused.map(({ environment, reason, count, lastAt }) => (
              <tr key={`${environment} ${reason}`}>
                <th scope="row">
                  {reason in refusalWords ? refusalWords[reason as keyof typeof refusalWords] : reason}
                </th>
                <td>{placeOf(environment)}</td>
                <td>{compactCount(count)}</td>
                <td>
                  <TimeText instant={lastAt} />
                </td>
              </tr>
            ))}
          </Table>
        </SettingsSection>
      )}
      <DroppedSection intake={intake} />
      <SettingsSection
        title="Send it"
        lead="fanion pull writes the event’s type next to the flags. A batch that’s sent twice is stored once."
      >
        <CodeBlock label="TypeScript" code={code} actions={<CopyButton text={code} label="Copy code" />} />
      </SettingsSection>
      {editing ? <EventDialog project={project} event={event} begin="" onClose={() => setEditing(false)} /> : null}
    </SettingsPage>
  )
}
