import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { InstanceRole } from '../../../../../shared/features/access/schemas/account.ts'
import { InviteUserInput } from '../../../../../shared/features/members/schemas/member.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import classes from '../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { Table } from '../../../components/table.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { UserRow } from './user-row.tsx'

export function UsersScreen(): ReactNode {
  const users = trpc.users.list.useQuery()
  const own = trpc.account.status.useQuery().data?.user?.id
  const [made, setMade] = useState<{ email: string; link: string } | null>(null)
  return (
    <SettingsPage>
      {users.data ? <InviteUser /> : null}
      <SettingsSection
        title="Users"
        lead="Owners have full access to every project. Disabling a user signs them out immediately; their history is kept."
      >
        {made === null ? null : (
          <ShownOnce text={made.link} copy="Copy link">
            {made.email} can use this link to set a new password. It’s shown only once and works for one hour.
          </ShownOnce>
        )}
        <Loaded
          query={users}
          what="users"
          loading={<Skeleton h={160} />}
          isEmpty={(list) => list.length === 0}
          empty={<p className={classes['lead']}>No users yet.</p>}
        >
          {(list) => (
            <Table label="All users" columns={['Person', 'Role', 'Projects', 'Sign-in method', 'Last seen']}>
              {list.map((user) => (
                <UserRow key={user.id} user={user} own={user.id === own} onLink={setMade} />
              ))}
            </Table>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}

/** Invites an account to the instance without a project. */
function InviteUser(): ReactNode {
  const [value, setValue] = useState<{ email: string; role: InstanceRole }>({ email: '', role: 'member' })
  const invite = trpc.users.invite.useMutation({ onSuccess: () => setValue({ email: '', role: 'member' }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(InviteUserInput, value)) invite.mutate(value)
  }
  const refusal = invite.error ? refusalOf(invite.error) : null
  const problems = useProblems(refusal)
  return (
    <SettingsSection title="Invite" lead="Inviting someone to a project? Use that project’s Members page.">
      <form onSubmit={submit} noValidate className={classes['row']}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          w={280}
          value={value.email}
          onChange={(event) => setValue({ ...value, email: event.currentTarget.value })}
          error={problems.at('email')}
        />
        <NativeSelect
          label="Role"
          data={[...InstanceRole.options]}
          value={value.role}
          onChange={(event) => setValue({ ...value, role: InstanceRole.parse(event.currentTarget.value) })}
        />
        <Button type="submit" loading={invite.isPending}>
          Send
        </Button>
      </form>
      <FormError refusal={refusal} fields={['email']} />
      {invite.data ? (
        <ShownOnce text={invite.data.link} copy="Copy link">
          Send this link to {invite.data.invitation.email}. It’s shown only once and works for one week.
        </ShownOnce>
      ) : null}
    </SettingsSection>
  )
}
