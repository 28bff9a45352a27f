import { Skeleton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberRow } from './member-row.tsx'
import classes from './members.module.css'
import { PendingInvitations } from './pending-invitations.tsx'

const route = getRouteApi('/in/p/$project/settings/members')

/** Roles of members: a row per member, a column per environment. */
export function MembersScreen(): ReactNode {
  const { project } = route.useParams()
  const members = trpc.members.list.useQuery({ project })
  const can = trpc.members.can.useQuery({ project }).data
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const editable = can?.project['member.edit'].ok === true
  const columns = [
    'Person',
    'Role',
    ...environments.map((environment) => <EnvironmentMark key={environment.key} environment={environment} />),
    'Last seen',
  ]
  return (
    <div className={classes['page']}>
      {editable ? <InviteForm project={project} environments={environments} /> : null}
      <PermissionNotice project={project} permission="member.edit" />
      <section aria-labelledby="members">
        <h2 id="members" className={classes['heading']}>
          Members
        </h2>
        <Loaded
          query={members}
          what="members"
          loading={<Skeleton h={160} />}
          isEmpty={(list) => list.length === 0}
          empty={
            <StatePanel icon={IconUsers} title="No members">
              Only instance owners can see this project.
            </StatePanel>
          }
        >
          {(list) => (
            <Table label="Members and their role in each environment" columns={columns}>
              {list.map((member) => (
                <MemberRow
                  key={member.user.id}
                  project={project}
                  member={member}
                  environments={environments}
                  editable={editable}
                />
              ))}
            </Table>
          )}
        </Loaded>
      </section>
      {editable ? <PendingInvitations project={project} /> : null}
    </div>
  )
}
