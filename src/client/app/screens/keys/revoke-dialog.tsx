import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SdkKey } from '../../../../shared/schemas/sdk-key.ts'
import classes from '../../ui/name-and-key.module.css'

/** Revoking has no way back, so the name is typed. */
export function RevokeDialog(props: { sdkKey: SdkKey; onClose: () => void; onRevoke: () => void }): ReactNode {
  const { sdkKey, onClose, onRevoke } = props
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === sdkKey.name) onRevoke()
  }
  return (
    <Modal opened onClose={onClose} title={`Revoke ${sdkKey.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes['form']}>
        <p style={{ margin: 0 }}>
          Programs in {sdkKey.environment} that use this key stop receiving changes and keep what they have. This cannot
          be undone.
        </p>
        <TextInput
          label={`Type ${sdkKey.name} to go on`}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" color="red" disabled={typed !== sdkKey.name}>
            Revoke key
          </Button>
        </div>
      </form>
    </Modal>
  )
}
