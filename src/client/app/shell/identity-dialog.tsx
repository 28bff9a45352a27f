import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../api/refusal.ts'
import { FormError } from '../components/form-error.tsx'
import classes from '../components/name-and-key.module.css'
import { trpc } from '../trpc.ts'
import { IdentityAlternatives } from './identity-alternatives.tsx'

/**
 * Asks the user to confirm their identity: with the password and the second factor if there is one, or another method.
 */
export function IdentityDialog({ onSettled }: { onSettled: (proven: boolean) => void }): ReactNode {
  const [value, setValue] = useState({ password: '', code: '' })
  const confirm = trpc.account.confirm.useMutation({ onSuccess: () => onSettled(true) })
  const twoFactor = trpc.account.twoFactor.useQuery().data?.on === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = value.code.trim()
    confirm.mutate({ password: value.password, ...(code && { code }) })
  }
  return (
    <Modal
      opened
      onClose={() => onSettled(false)}
      title="Confirm it’s you"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} className={classes['form']}>
        <p style={{ margin: 0 }}>
          Changes to keys, members and security ask you to confirm your identity once an hour.
        </p>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          value={value.password}
          onChange={(event) => setValue({ ...value, password: event.currentTarget.value })}
        />
        {twoFactor ? (
          <TextInput
            label="Authenticator code"
            description="Or a recovery code"
            autoComplete="one-time-code"
            value={value.code}
            onChange={(event) => setValue({ ...value, code: event.currentTarget.value })}
          />
        ) : null}
        <FormError refusal={confirm.error ? refusalOf(confirm.error) : null} fields={[]} />
        <Button type="submit" loading={confirm.isPending} disabled={value.password === ''}>
          Confirm
        </Button>
      </form>
      <IdentityAlternatives onProven={() => onSettled(true)} />
    </Modal>
  )
}
