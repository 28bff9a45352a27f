import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { z } from 'zod'
import { Password } from '../../../../../shared/features/access/schemas/account.ts'
import { limits } from '../../../../../shared/limits.ts'
import { Name } from '../../../../../shared/schemas/name.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { PasswordField } from '../../../components/password-field.tsx'
import { useProblems } from '../../../components/use-problems.ts'

const NewAccount = z.strictObject({ name: Name, password: Password })

export function NewAccountForm(props: {
  refusal: Refusal | null
  pending: boolean
  onSubmit: (value: z.infer<typeof NewAccount>) => void
}): ReactNode {
  const { refusal, pending, onSubmit } = props
  const [value, setValue] = useState({ name: '', password: '' })
  const problems = useProblems(refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(NewAccount, value)) onSubmit(value)
  }
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems.at(name),
  })
  return (
    <form onSubmit={submit} noValidate>
      <TextInput label="Your name" autoComplete="name" autoFocus {...field('name')} />
      <PasswordField
        label="Password"
        description={`At least ${limits.passwordMin} characters`}
        autoComplete="new-password"
        {...field('password')}
      />
      <FormError refusal={refusal} fields={['name', 'password']} />
      <Button type="submit" loading={pending}>
        Create account and join
      </Button>
    </form>
  )
}
