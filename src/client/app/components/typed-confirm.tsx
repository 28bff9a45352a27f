import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { FormError } from './form-error.tsx'
import classes from './name-and-key.module.css'

/** Requires typing a name before an irreversible action. */
export function TypedConfirm(props: {
  title: string
  name: string
  /** Button label. */
  act: string
  busy?: boolean
  refusal?: Refusal | null
  /** Explains what will be lost. */
  children: ReactNode
  onClose: () => void
  onConfirm: () => void
}): ReactNode {
  const { title, name, act, busy, refusal = null, children, onClose, onConfirm } = props
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === name) onConfirm()
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes['form']}>
        <p style={{ margin: 0 }}>{children}</p>
        <TextInput
          label={`Type ${name} to confirm`}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormError refusal={refusal} fields={[]} />
        <div>
          <Button type="submit" color="red" disabled={typed !== name} loading={busy === true}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
