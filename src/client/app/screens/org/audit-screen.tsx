import { Button, Skeleton, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../../trpc.ts'
import { Loaded } from '../../ui/loaded.tsx'
import classes from '../../ui/settings.module.css'
import { SettingsPage, SettingsSection } from '../../ui/settings-section.tsx'
import { Table } from '../../ui/table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { VerifyTrail } from './verify-trail.tsx'

const route = getRouteApi('/in/org/audit')

/** Every act on this Fanion, newest first, with from where; and whether the trail is whole. */
export function AuditScreen(): ReactNode {
  const { action, before } = route.useSearch()
  const navigate = route.useNavigate()
  const events = trpc.audit.list.useQuery({ ...(action && { action }), ...(before && { before }) })
  return (
    <SettingsPage>
      <SettingsSection title="Is it whole?" lead="Each event is chained to the one before by its hash.">
        <VerifyTrail />
      </SettingsSection>
      <SettingsSection title="Events">
        <TextInput
          label="Action"
          description="Its whole name, such as member.set-role"
          w={280}
          mb="sm"
          value={action ?? ''}
          onChange={(event) =>
            void navigate({ search: { action: event.currentTarget.value || undefined }, replace: true })
          }
        />
        <Loaded
          query={events}
          what="The audit trail"
          loading={<Skeleton h={240} />}
          isEmpty={(list) => list.events.length === 0}
          empty={<p className={classes['lead']}>No event matches.</p>}
        >
          {(list) => (
            <>
              <Table label="Audit trail" columns={['When', 'Who', 'What', 'On', 'From']}>
                {list.events.map((event) => (
                  <tr key={event.id}>
                    <td>
                      <TimeText instant={event.at} />
                    </td>
                    <th scope="row">{event.actor.name}</th>
                    <td>
                      <code>{event.action}</code>
                    </td>
                    <td>{event.subject}</td>
                    <td>{event.address}</td>
                    <td />
                  </tr>
                ))}
              </Table>
              <div className={classes['row']} style={{ marginTop: 12 }}>
                {before === undefined ? null : (
                  <Button variant="default" onClick={() => void navigate({ search: { action } })}>
                    Newest
                  </Button>
                )}
                {list.next === null ? null : (
                  <Button
                    variant="default"
                    onClick={() => void navigate({ search: { action, before: list.next ?? undefined } })}
                  >
                    Older
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}
