import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../api/refusal.ts'
import { trpc } from '../trpc.ts'
import { FormError } from '../ui/form-error.tsx'
import classes from '../ui/name-and-key.module.css'
import { IdentityWays } from './identity-ways.tsx'

/** Asks for a proof once more: the password, with the second factor where there is one, or what else there is. */
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
      title="Confirm that it is you"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} className={classes['form']}>
        <p style={{ margin: 0 }}>Keys, members and security need a proof once an hour.</p>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          value={value.password}
          onChange={(event) => setValue({ ...value, password: event.currentTarget.value })}
        />
        {twoFactor ? (
          <TextInput
            label="Code of your authenticator app"
            description="Or one of your recovery codes"
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
      <IdentityWays onProven={() => onSettled(true)} />
    </Modal>
  )
}
