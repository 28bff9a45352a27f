import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { Table } from '../../../../components/table.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { browserName } from './browser-name.ts'

/** Lists the sessions of the account. All except the current one can be revoked. */
export function SessionsScreen(): ReactNode {
  const sessions = trpc.account.sessions.useQuery()
  const utils = trpc.useUtils()
  const revoke = trpc.account.revokeSession.useMutation({
    onSuccess: async () => {
      await utils.account.sessions.invalidate()
      done('That browser has been signed out.')
    },
    onError: (error) => failed('Couldn’t end the session', refusalOf(error)),
  })
  return (
    <SettingsPage>
      <SettingsSection
        title="Sessions"
        lead="Every browser signed in to your account. If you don’t recognize one, sign it out, then change your password."
      >
        <Loaded
          query={sessions}
          what="your sessions"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={<p>No browsers are signed in.</p>}
        >
          {(list) => (
            <Table label="Signed-in browsers" columns={['Browser', 'IP address', 'Signed in', 'Last seen']}>
              {list.map((session) => (
                <tr key={session.id}>
                  <th scope="row" title={session.userAgent}>
                    {browserName(session.userAgent)}
                  </th>
                  <td>{session.address}</td>
                  <td>
                    <TimeText instant={session.createdAt} />
                  </td>
                  <td>
                    <TimeText instant={session.seenAt} />
                  </td>
                  <td>
                    {session.current ? (
                      'this browser'
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Sign out ${browserName(session.userAgent)} at ${session.address}`}
                        onClick={() => revoke.mutate({ id: session.id })}
                      >
                        Sign out
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}
