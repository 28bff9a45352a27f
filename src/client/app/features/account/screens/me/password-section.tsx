import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ChangePasswordInput } from '../../../../../../shared/features/access/schemas/account.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import { PasswordField } from '../../../../components/password-field.tsx'
import classes from '../../../../components/settings.module.css'
import { SettingsSection } from '../../../../components/settings-section.tsx'
import { done } from '../../../../components/toast.tsx'
import { useProblems } from '../../../../components/use-problems.ts'
import { trpc } from '../../../../trpc.ts'

const empty = { current: '', next: '' }

/** Changes the password. This signs out all other browsers. */
export function PasswordSection(): ReactNode {
  const [value, setValue] = useState(empty)
  const utils = trpc.useUtils()
  const change = trpc.account.changePassword.useMutation({
    onSuccess: async () => {
      setValue(empty)
      await utils.account.sessions.invalidate()
      done('Password changed. Your other browsers are signed out.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { next: value.next, ...(value.current && { current: value.current }) }
    if (problems.fits(ChangePasswordInput, input)) change.mutate(input)
  }
  const refusal = change.error ? refusalOf(change.error) : null
  const problems = useProblems(refusal)
  const field = (name: keyof typeof value) => ({
    w: 380,
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
    error: problems.at(name),
  })
  return (
    <SettingsSection title="Password">
      <form onSubmit={submit} noValidate className={classes['form']}>
        <PasswordField
          label="Current password"
          description="Leave empty if you’ve only ever used single sign-on"
          autoComplete="current-password"
          {...field('current')}
        />
        <PasswordField
          label="New password"
          description={`At least ${limits.passwordMin} characters`}
          autoComplete="new-password"
          {...field('next')}
        />
        <FormError refusal={refusal} fields={['current', 'next']} />
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </form>
    </SettingsSection>
  )
}
