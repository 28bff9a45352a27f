import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import { SetUpInput } from '../../../../shared/schemas/account.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { Card } from './card.tsx'

/** Creates the owner account; the browser is signed in afterwards. */
export function OwnerStep({ onDone }: { onDone: () => void }): ReactNode {
  const [value, setValue] = useState({ name: '', email: '', password: '' })
  const utils = trpc.useUtils()
  const setUp = trpc.account.setUp.useMutation({
    onSuccess: async () => {
      await utils.account.status.invalidate()
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(SetUpInput, value)) setUp.mutate(value)
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
        <FormError refusal={refusal} fields={['name', 'email', 'password']} />
        <Button type="submit" loading={setUp.isPending}>
          Create account
        </Button>
      </form>
    </Card>
  )
}
