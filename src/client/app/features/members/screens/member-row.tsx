import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Member } from '../../../../../shared/features/members/schemas/member.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { membershipText } from '../../../../../shared/text/audit/membership.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './members.module.css'
import { flipped, type Membership, roleAt } from './membership.ts'
import { EnvironmentTick, RoleField } from './membership-fields.tsx'

const sent = ({ role, environments }: Membership) => ({ role, environments: environments?.slice() ?? null })

/** One member: their role in the project and in each environment. Errors appear below their name. */
export function MemberRow(props: {
  project: string
  member: Member
  environments: readonly Environment[]
  editable: boolean
}): ReactNode {
  const { project, member, environments, editable } = props
  const { user } = member
  const utils = trpc.useUtils()
  const refresh = async () => {
    await Promise.all([utils.members.list.invalidate({ project }), utils.projects.invalidate()])
  }
  const setRole = trpc.members.setRole.useMutation({ onSuccess: refresh })
  const add = trpc.members.add.useMutation({
    onSuccess: refresh,
    onError: (error) => failed(`Couldn’t add ${user.name} back`, refusalOf(error)),
  })
  const remove = trpc.members.remove.useMutation({
    onSuccess: async () => {
      await refresh()
      done(`${user.name} is no longer a member.`, {
        undo: () => add.mutate({ project, email: user.email, ...sent(member) }),
      })
    },
  })
  const change = (membership: Membership) => {
    remove.reset()
    setRole.mutate(
      { project, userId: user.id, ...sent(membership) },
      {
        onSuccess: () =>
          done(`${user.name} is now ${membershipText(membership)}.`, {
            undo: () => setRole.mutate({ project, userId: user.id, ...sent(member) }),
          }),
      },
    )
  }
  const busy = setRole.isPending || remove.isPending
  const error = setRole.error ?? remove.error
  const keys = environments.map(({ key }) => key)
  return (
    <tr aria-busy={busy} data-faded={user.disabled || undefined}>
      <th scope="row">
        <div className={classes['person']}>
          <span>
            {user.name}
            {user.owner ? <Tag title="Instance owners have full access to every project">owner</Tag> : null}
            {user.disabled ? <Tag title="Can’t sign in">disabled</Tag> : null}
            {member.givenBy === null ? null : (
              <Tag title="Membership comes from an identity provider group">via {member.givenBy}</Tag>
            )}
          </span>
          <small>{user.email}</small>
        </div>
        {error ? (
          <p className={classes['problem']} role="alert">
            {refusalOf(error).sentence}
          </p>
        ) : null}
      </th>
      <td>
        {editable ? (
          <RoleField label={`Role for ${user.name}`} membership={member} disabled={busy} onChange={change} />
        ) : (
          member.role
        )}
      </td>
      {environments.map(({ key, name }) => (
        <td key={key}>
          {editable ? (
            <EnvironmentTick
              label={`${user.name} in ${name}`}
              membership={member}
              environment={key}
              disabled={busy}
              onFlip={() => change(flipped(member, key, keys))}
            />
          ) : (
            roleAt(member, key)
          )}
        </td>
      ))}
      <td>{member.lastSeenAt === null ? 'never' : <TimeText instant={member.lastSeenAt} />}</td>
      <td>
        {editable ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={`Remove ${user.name}`}
            onClick={() => {
              setRole.reset()
              remove.mutate({ project, userId: user.id })
            }}
          >
            Remove
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

function Tag({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <span className={classes['tag']} title={title}>
      {children}
    </span>
  )
}
