import type { ChangeEvent, ReactNode } from 'react'
import classes from './switch.module.css'

/** A native on/off switch. The caller provides the text next to it. */
export function Switch(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Waiting for the server. */
  pending?: boolean | undefined
  /** Why it is disabled. It stays focusable and shows the reason. */
  disabledReason?: string | undefined
  describedBy?: string | undefined
}): ReactNode {
  const { label, checked, onChange, pending, disabledReason, describedBy } = props
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (disabledReason === undefined) onChange(event.currentTarget.checked)
  }
  return (
    <input
      type="checkbox"
      // A native checkbox exposes its state itself: `aria-checked` must not be set
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="switch"
      className={classes['switch']}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={disabledReason !== undefined}
      title={disabledReason}
      data-pending={pending || undefined}
      checked={checked}
      onChange={change}
    />
  )
}
