import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { RampSummary } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { TimeText } from '../../components/time-text.tsx'
import { EnvironmentMark } from '../environments/environment-mark.tsx'
import { RampMark } from './ramp-mark.tsx'
import classes from './ramp-row.module.css'

/** A ramp on two lines: flag and state, then environment, progress and why it is held. */
export function RampRow(props: {
  project: string
  ramp: RampSummary
  environment: Environment | undefined
  /** The project’s name, if the list covers several projects. */
  within?: string | undefined
}): ReactNode {
  const { project, ramp, environment, within } = props
  const { flag, number, plan, step, state, held, why, by, enteredAt, endedAt, proposedAt } = ramp
  const share = plan.steps[step]?.share ?? 0
  return (
    <li className={classes['row']}>
      <div className={classes['line']}>
        <Link
          to="/p/$project/flags/$flag/ramp"
          params={{ project, flag }}
          search={{ env: ramp.environment, run: number }}
          className={classes['title']}
        >
          {flag}
        </Link>
        <span className={classes['faint']}>ramp {number}</span>
        <RampMark state={state} held={held} />
      </div>
      <div className={classes['line']}>
        {within === undefined ? null : <span>{within}</span>}
        {environment ? (
          <EnvironmentMark environment={{ ...environment, protected: false }} />
        ) : (
          <span>{ramp.environment}</span>
        )}
        <span>
          {ramp.before} → {plan.to}
        </span>
        <span>
          {percent(share)}, step {step + 1} of {plan.steps.length}
        </span>
        <span>
          by {by}, <TimeText instant={endedAt ?? enteredAt ?? proposedAt} />
        </span>
      </div>
      {(held ?? why) === null ? null : <p className={classes['why']}>{held ?? why}</p>}
    </li>
  )
}
