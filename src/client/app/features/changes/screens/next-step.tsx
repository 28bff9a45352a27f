import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import { type ChangeAct, changeActs } from '../../../../../shared/features/changes/schemas/change-acts.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { FormError } from '../../../components/form-error.tsx'
import { RefusedByBuilds } from '../../builds/refused-by-builds.tsx'
import { isAboutBuilds } from '../../builds/refused-harms.ts'
import { BrokenPromises, isAboutPromises } from '../../promises/broken-promises.tsx'
import { ActButton } from './act-button.tsx'
import { BypassForm } from './bypass-form.tsx'
import classes from './change-screen.module.css'
import { ScheduleForm } from './schedule-form.tsx'
import { useAct } from './use-act.ts'

/** Actions that the state of a change allows. Actions that this user may not take show the reason. */
export function NextStep(props: { project: string; change: Change; environments: readonly Environment[] }): ReactNode {
  const { project, change, environments } = props
  const { act, busy, refusal, calls } = useAct(project, change.number)
  const [opened, setOpened] = useState<'schedule' | 'bypass' | null>(null)
  const reference = { project, change: change.number }
  const input = { ...reference, version: change.version }
  const { can, state } = change
  const possible = (name: ChangeAct) => changeActs[name].from.includes(state)
  const there = change.approvals
    .map(({ environment }) => environments.find((one) => one.key === environment)?.name ?? environment)
    .join(' and ')
  const waived = change.approvals.some(({ required, given }) => given.length < required)
  // Without approvals, no promise can be overridden: the change must be approved first.
  const breaksHere = possible('apply') ? 'apply' : possible('publish') ? 'publish' : undefined
  if (state === 'applied' || state === 'withdrawn') return null
  return (
    <section aria-labelledby="next">
      <h3 id="next" className={classes['heading']}>
        Next step
      </h3>
      <div className={classes['steps']}>
        {state === 'in-review' ? (
          <p className={classes['line']}>
            {can.approve === null ? 'Approve it or request changes below the discussion.' : 'Waiting for approval.'}
          </p>
        ) : null}
        {state === 'changes-requested' ? (
          <p className={classes['line']}>
            {can.edit === null
              ? 'Edit what was asked for, or answer in the discussion. Reviewers are asked again when you send it.'
              : `Waiting for ${change.author.name} to make the requested changes.`}
          </p>
        ) : null}
        {state === 'conflicted' ? (
          <p className={classes['line']}>
            {can.rebase ?? 'Resolve the conflicts with what was published, then update this change.'}
          </p>
        ) : null}
        {possible('publish') && can.publish === null ? (
          <ActButton
            primary
            busy={busy === 'publish'}
            step={{
              label: `Publish to ${there}`,
              reason: can.publish,
              run: () => act('publish', () => calls.publish(input), `Published to ${there}`),
            }}
          />
        ) : null}
        {possible('requestReview') ? (
          <ActButton
            primary={can.publish !== null}
            busy={busy === 'requestReview'}
            step={{
              label: 'Request review',
              reason: can.requestReview,
              run: () => act('requestReview', () => calls.requestReview(input), 'Review requested'),
            }}
          />
        ) : null}
        {possible('apply') ? (
          <ActButton
            primary
            busy={busy === 'apply'}
            step={{
              label: `Publish to ${there}`,
              reason: can.apply,
              run: () => act('apply', () => calls.publish(input), `Published to ${there}`),
            }}
          />
        ) : null}
        {possible('schedule') && opened !== 'schedule' ? (
          <ActButton
            busy={false}
            quietly={can.apply !== null}
            step={{ label: 'Schedule…', reason: can.schedule, run: () => setOpened('schedule') }}
          />
        ) : null}
        {opened === 'schedule' && possible('schedule') ? (
          <ScheduleForm
            busy={busy === 'schedule'}
            onClose={() => setOpened(null)}
            onSchedule={(at, zone, words) =>
              void act('schedule', () => calls.schedule({ ...input, at, zone }), `Scheduled for ${words}`).then(
                (scheduled) => scheduled && setOpened(null),
              )
            }
          />
        ) : null}
        {possible('unschedule') ? (
          <ActButton
            busy={busy === 'unschedule'}
            step={{
              label: 'Unschedule',
              reason: can.unschedule,
              run: () => act('unschedule', () => calls.unschedule(reference), 'Unscheduled'),
            }}
          />
        ) : null}
        {can.withdraw === null ? (
          <ActButton
            busy={busy === 'withdraw'}
            step={{
              label: 'Withdraw',
              reason: null,
              run: () => act('withdraw', () => calls.withdraw(reference), `Withdrew change ${change.number}`),
            }}
          />
        ) : null}
        {waived && can.bypass === null && opened !== 'bypass' ? (
          <Button variant="subtle" onClick={() => setOpened('bypass')}>
            Publish without approval…
          </Button>
        ) : null}
        {opened === 'bypass' && can.bypass === null ? (
          <BypassForm
            there={there}
            busy={busy === 'bypass'}
            onClose={() => setOpened(null)}
            onBypass={(reason) => void act('bypass', () => calls.bypass({ ...input, reason }), `Published to ${there}`)}
          />
        ) : null}
      </div>
      {isAboutPromises(refusal) ? (
        <BrokenPromises
          refusal={refusal}
          busy={busy === 'publish' || busy === 'apply'}
          onBreak={
            breaksHere &&
            ((breaks) =>
              void act(breaksHere, () => calls.publish({ ...input, break: breaks }), `Published to ${there}`))
          }
        />
      ) : isAboutBuilds(refusal) ? (
        <RefusedByBuilds
          project={project}
          environment={change.entries[0]?.environment ?? ''}
          refusal={refusal}
          busy={busy === 'publish' || busy === 'apply'}
          onDespite={
            breaksHere &&
            ((despite) => void act(breaksHere, () => calls.publish({ ...input, despite }), `Published to ${there}`))
          }
        />
      ) : (
        <FormError refusal={refusal} fields={[]} />
      )}
    </section>
  )
}
