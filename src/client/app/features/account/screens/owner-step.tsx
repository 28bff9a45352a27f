import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SetUpInput } from '../../../../../shared/features/access/schemas/account.ts'
import { limits } from '../../../../../shared/limits.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { Card } from './card.tsx'

export function OwnerStep({ onDone }: { onDone: () => void }): ReactNode {
  // The token is in the fragment of the set-up link, which browsers do not send with requests.
  const [linked] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [value, setValue] = useState({ name: '', email: '', password: '', token: linked })
  const { data: status } = trpc.account.status.useQuery()
  const utils = trpc.useUtils()
  const setUp = trpc.account.setUp.useMutation({
    onSuccess: async () => {
      await utils.account.status.invalidate()
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { token, ...owner } = value
    const input = token === '' ? owner : { ...owner, token }
    if (problems.fits(SetUpInput, input)) setUp.mutate(input)
  }
  const refusal = setUp.error ? refusalOf(setUp.error) : null
  const problems = useProblems(refusal)
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems.at(name),
  })
  return (
    <Card
      title="Create the owner account"
      lead="Welcome to Fanion. The owner has full access and invites everyone else."
      step="1 of 3"
    >
      <form onSubmit={submit} noValidate>
        <TextInput label="Your name" autoComplete="name" autoFocus {...field('name')} />
        <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordInput
          label="Password"
          description={`At least ${limits.passwordMin} characters`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          {...field('password')}
        />
        {status?.asksToken && linked === '' && (
          <TextInput
            label="Set-up token"
            description="At the end of the link that the server prints when it starts"
            autoComplete="off"
            {...field('token')}
          />
        )}
        <FormError refusal={refusal} fields={['name', 'email', 'password', 'token']} />
        <Button type="submit" loading={setUp.isPending}>
          Create account
        </Button>
      </form>
    </Card>
  )
}
