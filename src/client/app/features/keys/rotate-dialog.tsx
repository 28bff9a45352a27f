import { Button, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import classes from '../../components/name-and-key.module.css'

const overlaps = [
  { value: '0', label: 'no time: it stops now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: '720', label: '30 days' },
]

/** Replaces a key or token with a new one. Asks how long the old one stays valid. */
export function RotateDialog(props: {
  /** Name for the dialog’s title. */
  name: string
  /** Explains what happens to users of the old one. */
  children: ReactNode
  busy: boolean
  onClose: () => void
  onRotate: (overlapHours: number) => void
}): ReactNode {
  const { name, children, busy, onClose, onRotate } = props
  const [hours, setHours] = useState('24')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRotate(Number(hours))
  }
  return (
    <Modal opened onClose={onClose} title={`Rotate ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes['form']}>
        <p style={{ margin: 0 }}>{children}</p>
        <NativeSelect
          label="The old one keeps working for"
          data={overlaps}
          data-autofocus
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={busy}>
            Rotate
          </Button>
        </div>
      </form>
    </Modal>
  )
}
