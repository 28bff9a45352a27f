import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './change-screen.module.css'

/** Something that can be done next. `reason` says why the reader may not do it, or not now. */
export type Step = { label: string; reason: string | null; run: () => unknown }

/** A button that, where it may not be pressed, stays in reach of the keyboard and says below why. */
export function ActButton(props: {
  step: Step
  busy: boolean
  primary?: boolean
  /** The reason is read to those who ask for it, and not shown: another part of the page says it. */
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
