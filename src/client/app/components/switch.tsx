import type { ChangeEvent, ReactNode } from 'react'
import classes from './switch.module.css'

/** A native on/off switch. State shows by place and colour; the word beside it is the caller's. */
export function Switch(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The server has not answered yet. */
  pending?: boolean | undefined
  /** Why it cannot be used; it stays focusable and says so. */
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
      // a native checkbox tells its state by itself: `aria-checked` must not stand beside it
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
