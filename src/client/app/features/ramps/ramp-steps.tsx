import type { ReactNode } from 'react'
import type { RampStep } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { holdText } from '../../../../shared/text/time/hold-text.ts'
import classes from './ramps.module.css'

/** The picture of a plan: a column a step, filled as far as the ramp has come. */
export function RampSteps(props: {
  steps: readonly RampStep[]
  /** Index of the step it is at; nothing where it has not started. */
  at?: number | undefined
  /** The last step was taken, too. */
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
