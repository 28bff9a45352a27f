import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { FormError } from './form-error.tsx'
import classes from './name-and-key.module.css'

/** Asks for the name before an act that has no way back. */
export function TypedConfirm(props: {
  title: string
  /** What has to be typed. */
  name: string
  /** The act, on its button. */
  act: string
  busy?: boolean
  /** Why the act was refused, where it was. */
  refusal?: Refusal | null
  /** What will be lost. */
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
