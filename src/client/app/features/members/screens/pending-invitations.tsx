import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { membershipText } from '../../../../../shared/text/audit/membership.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './members.module.css'

/** Pending invitations. Revoking one invalidates its link. */
export function PendingInvitations({ project }: { project: string }): ReactNode {
  const invitations = trpc.invitations.list.useQuery({ project })
  const utils = trpc.useUtils()
  const revoke = trpc.invitations.revoke.useMutation({
    onSuccess: async ({ email }) => {
      await utils.invitations.list.invalidate({ project })
      done(`The invitation link for ${email} no longer works.`)
    },
    onError: (error) => failed('Couldn’t revoke the invitation', refusalOf(error)),
  })
  return (
    <section aria-labelledby="pending">
      <h2 id="pending" className={classes['heading']}>
        Invited
      </h2>
      <Loaded
        query={invitations}
        what="invitations"
        loading={null}
        isEmpty={(list) => !list.some(({ state }) => state === 'pending')}
        empty={<p className={classes['hint']}>No open invitations.</p>}
      >
        {(list) => (
          <Table label="Open invitations" columns={['Email', 'Role', 'Invited by', 'Sent']}>
            {list
              .filter(({ state }) => state === 'pending')
              .map((invitation) => (
                <tr key={invitation.id}>
                  <th scope="row">{invitation.email}</th>
                  <td>{membershipText(invitation)}</td>
                  <td>{invitation.invitedBy ?? 'a former user'}</td>
                  <td>
                    <TimeText instant={invitation.createdAt} />
                  </td>
                  <td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Revoke the invitation for ${invitation.email}`}
                      onClick={() => revoke.mutate({ project, id: invitation.id })}
                    >
                      Revoke
                    </Button>
                  </td>
                </tr>
              ))}
          </Table>
        )}
      </Loaded>
    </section>
  )
}
