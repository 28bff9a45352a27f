import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { z } from 'zod'
import { limits } from '../../../../shared/limits.ts'
import { Name, Password } from '../../../../shared/schemas/account.ts'
import { problemAt, type Refusal } from '../../../api/refusal.ts'
import { fieldProblems } from '../../ui/field-problems.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

const NewAccount = z.strictObject({ name: Name, password: Password })

/** A name and a password: all that a new account needs. */
export function NewAccountForm(props: {
  refusal: Refusal | null
  pending: boolean
  onSubmit: (value: z.infer<typeof NewAccount>) => void
}): ReactNode {
  const { refusal, pending, onSubmit } = props
  const [value, setValue] = useState({ name: '', password: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(NewAccount, value)
    setProblems(found)
    if (Object.keys(found).length === 0) onSubmit(value)
  }
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems[name] ?? (refusal ? problemAt(refusal, name) : null),
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
