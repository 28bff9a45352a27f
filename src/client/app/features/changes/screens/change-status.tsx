import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Approvals, Change } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { permissions } from '../../../../../shared/permissions.ts'
import { whenText } from '../../../../../shared/text/time/when.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import classes from './change-screen.module.css'

/** The state of a change: approvals and possible reviewers by environment, schedule, and result. */
export function ChangeStatus(props: {
  project: string
  change: Change
  environments: readonly Environment[]
}): ReactNode {
  const { change, environments } = props
  const { approvals, reviewers, schedule, revisions, appliedAt } = change
  const named = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  return (
    <>
      {approvals.map((one) => (
        <GivenApprovals
          key={one.environment}
          approvals={one}
          author={change.author.name}
          bypassed={revisions.some(
            (revision) => revision.environment === one.environment && revision.mark === 'bypassed',
          )}
          environment={environments.find((environment) => environment.key === one.environment)}
        />
      ))}
      {reviewers.length === 0 ? null : (
        <section>
          <h3 className={classes['heading']}>Asked to review</h3>
          <p className={classes['line']}>{reviewers.map(({ name }) => name).join(', ')}</p>
        </section>
      )}
      {schedule === null ? null : (
        <section>
          <h3 className={classes['heading']}>Scheduled</h3>
          <p className={classes['line']}>Goes live {whenText(schedule.at, schedule.zone)}.</p>
          <p className={classes['hint']}>
            Scheduled by {schedule.madeBy}, <TimeText instant={schedule.madeAt} />
          </p>
        </section>
      )}
      {appliedAt === null ? null : (
        <section>
          <h3 className={classes['heading']}>Published</h3>
          <p className={classes['line']}>
            <span>
              Published <TimeText instant={appliedAt} />.
              {revisions.length === 0 ? ' Nothing changed because it already matched.' : null}
            </span>
          </p>
          {revisions.map(({ environment, number, mark }) => (
            <p key={environment} className={classes['line']}>
              Revision {number} in {named(environment)}
              {mark === 'bypassed' ? ', without approval' : null}
            </p>
          ))}
        </section>
      )}
    </>
  )
}

function GivenApprovals(props: {
  approvals: Approvals
  author: string
  environment: Environment | undefined
  /** Whether it was published to this environment without the approvals. */
  bypassed: boolean
}): ReactNode {
  const { approvals, author, environment, bypassed } = props
  const { required, given } = approvals
  const stands = given.length >= required
  const skipped = bypassed && !stands
  return (
    <section>
      <h3 className={classes['heading']}>
        {environment ? <EnvironmentMark environment={environment} /> : approvals.environment}
      </h3>
      <p className={classes['line']} data-good={(required > 0 && stands) || undefined}>
        {stands ? <IconCheck size={15} aria-hidden /> : <IconCircleDashed size={15} aria-hidden />}
        {required === 0
          ? 'No approval required'
          : skipped
            ? `Published without approval: ${given.length} of ${required}`
            : `Approvals: ${given.length} of ${required}`}
      </p>
      {given.length === 0 ? null : (
        <p className={classes['hint']}>Approved by {given.map((one) => one.name).join(', ')}</p>
      )}
      {stands || skipped ? null : (
        <p className={classes['hint']}>
          Anyone with the {permissions['change.approve']} role or higher can approve, except the author, {author}.
        </p>
      )}
    </section>
  )
}
