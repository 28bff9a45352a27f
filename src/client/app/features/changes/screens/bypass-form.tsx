import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import classes from './change-screen.module.css'

/** Publishes without the required approvals. The reason goes to the audit log. */
export function BypassForm(props: {
  there: string
  busy: boolean
  onBypass: (reason: string) => void
  onClose: () => void
}): ReactNode {
  const { there, busy, onBypass, onClose } = props
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onBypass(reason.trim())
  }
  return (
    <form onSubmit={submit} className={classes['form']} aria-label="Publish without approval">
      <Textarea
        label="Reason for skipping approval"
        description="The history and the audit log record that it was published without approval"
        autosize
        minRows={2}
        maxLength={limits.messageLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes['actions']}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={busy} disabled={reason.trim() === ''}>
          Publish to {there} without approval
        </Button>
      </div>
    </form>
  )
}
