import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import { guardPlanText } from '../../../../../shared/text/verdict/guard-plan-text.ts'
import { RampMark } from '../../ramps/ramp-mark.tsx'
import { RampSteps } from '../../ramps/ramp-steps.tsx'
import classes from './change-ramp.module.css'

/** Shows the plan of the ramp that a change starts. Approving the change approves the plan. */
export function ChangeRamp({ project, ramp }: { project: string; ramp: NonNullable<Change['ramp']> }): ReactNode {
  const { number, flag, plan, before, state, held, step, startedAt, environment } = ramp
  const { hours } = plan
  return (
    <section className={classes['ramp']} aria-label="Ramp">
      <h3 className={classes['heading']}>
        <Link to="/p/$project/flags/$flag/ramp" params={{ project, flag }} search={{ env: environment, run: number }}>
          Ramp {number}
        </Link>{' '}
        <RampMark state={state} held={held} />
      </h3>
      <p className={classes['lead']}>
        Serves {plan.to} in place of {before}, step by step
        {plan.rule === null ? ', to everyone else' : ' in one rule'}. Approving this approves every step: later ones
        need no approval.
        {hours === undefined ? '' : ` Only from ${hours.from} to ${hours.to}, ${hours.zone}.`}
      </p>
      {plan.guards === undefined ? null : (
        <ul className={classes['lead']} aria-label="Guards">
          {plan.guards.map((guard) => (
            <li key={guardPlanText(guard)}>Watches {guardPlanText(guard)}</li>
          ))}
        </ul>
      )}
      <RampSteps steps={plan.steps} at={startedAt === null ? undefined : step} complete={state === 'completed'} small />
    </section>
  )
}
