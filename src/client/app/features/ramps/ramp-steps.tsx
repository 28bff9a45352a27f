import type { ReactNode } from 'react'
import type { RampStep } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { holdText } from '../../../../shared/text/time/hold-text.ts'
import classes from './ramps.module.css'

/** Chart of a plan: one column per step, filled up to the current one. */
export function RampSteps(props: {
  steps: readonly RampStep[]
  /** Index of the current step. Undefined if the ramp has not started. */
  at?: number | undefined
  complete?: boolean
  small?: boolean
}): ReactNode {
  const { steps, at, complete = false, small } = props
  const stateOf = (step: number) => {
    if (complete || (at !== undefined && step < at)) return 'done'
    return step === at ? 'now' : 'planned'
  }
  const said = { done: 'done', now: 'now', planned: 'planned' }
  return (
    <ol className={classes['bars']} data-small={small || undefined} aria-label="Steps">
      {steps.map(({ share, hold, ask }, step) => (
        <li key={share} className={classes['bar']} data-state={stateOf(step)}>
          <span className={classes['column']}>
            <b>{percent(share)}</b>
            <span className={classes['fill']} style={{ height: `${(share / 100_000) * 80}%` }} aria-hidden />
          </span>
          <span className={classes['when']}>
            {hold === undefined ? 'everyone' : holdText(hold)}
            {ask ? ', asks first' : ''}
            <span className="visually-hidden">, {said[stateOf(step)]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
