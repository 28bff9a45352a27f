import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './change-screen.module.css'

/** An action on a change. `reason` says why it is unavailable to the user. */
export type Step = { label: string; reason: string | null; run: () => unknown }

/** A button that stays focusable when unavailable and shows the reason below. */
export function ActButton(props: {
  step: Step
  busy: boolean
  primary?: boolean
  /** Exposes the reason only to screen readers, because another part of the page shows it. */
  quietly?: boolean
}): ReactNode {
  const { step, busy, primary, quietly } = props
  const id = useId()
  return (
    <span className={classes['act']}>
      <Button
        variant={primary ? 'filled' : 'default'}
        loading={busy}
        data-disabled={step.reason !== null || undefined}
        aria-disabled={step.reason !== null || undefined}
        aria-describedby={step.reason === null ? undefined : id}
        onClick={() => step.reason === null && void step.run()}
      >
        {step.label}
      </Button>
      {step.reason === null ? null : (
        <span id={id} className={quietly ? 'visually-hidden' : classes['reason']}>
          {step.reason}
        </span>
      )}
    </span>
  )
}
