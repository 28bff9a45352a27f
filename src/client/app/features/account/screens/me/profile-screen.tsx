import { Button, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type User } from '../../../../../../shared/features/access/schemas/account.ts'
import { Name } from '../../../../../../shared/schemas/name.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { fieldProblems } from '../../../../components/field-problems.ts'
import { FormError } from '../../../../components/form-error.tsx'
import classes from '../../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { done } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { EmailNotificationsSection } from './email-notifications-section.tsx'

export function ProfileScreen(): ReactNode {
  const status = trpc.account.status.useQuery()
  return (
    <SettingsPage>
      <SettingsSection title="Profile" lead="Shown next to everything you do: changes, reviews, activity.">
        <Loaded
          query={status}
          what="your profile"
          loading={<Skeleton h={120} maw={380} />}
          isEmpty={({ user }) => user === null}
          empty={<p className={classes['lead']}>You’ve been signed out.</p>}
        >
          {({ user }) => (user === null ? null : <NameForm user={user} />)}
        </Loaded>
      </SettingsSection>
      <EmailNotificationsSection />
    </SettingsPage>
  )
}

function NameForm({ user }: { user: User }): ReactNode {
  const [name, setName] = useState(user.name)
  const [problem, setProblem] = useState<string | null>(null)
  const utils = trpc.useUtils()
  const change = trpc.account.changeName.useMutation({
    onSuccess: async (changed) => {
      await utils.account.status.invalidate()
      done(`Your name is now ${changed.name}.`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(Name, name)['']
    setProblem(found ?? null)
    if (found === undefined) change.mutate({ name })
  }
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <TextInput
        w={380}
        label="Name"
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem}
      />
      <TextInput
        w={380}
        label="Email"
        description="Identifies your account and can’t be changed"
        value={user.email}
        readOnly
      />
      <FormError refusal={change.error ? refusalOf(change.error) : null} fields={[]} />
      <Button type="submit" loading={change.isPending} disabled={name.trim() === user.name}>
        Change name
      </Button>
    </form>
  )
}
