import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { conditionText } from '../../../../../shared/text/rules/condition.ts'
import { text } from '../../../../../shared/text/word.ts'
import { trpc } from '../../../trpc.ts'
import { HealthMark } from './health-mark.tsx'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'

/** Checks the usual reasons why a running experiment has no users. */
export function NoUsersYet({ project, experiment }: { project: string; experiment: Experiment }): ReactNode {
  const { flag, environment, run, setup } = experiment
  const document = trpc.flags.get.useQuery({ project, flag }).data?.heads[environment]?.document
  const usage = trpc.insights.usage.useQuery({ project, flag, environment, range: 'week' }).data
  const at = document?.rules.findIndex(({ run: number }) => number === run?.run) ?? -1
  const evaluated = usage?.lastSeenAt != null
  return (
    <div className={classes['page']}>
      <ResultCard title="No users yet" note="the usual causes">
        <ul className={classes['rows']}>
          <li>
            <HealthMark state={document?.on === false ? 'warn' : 'good'}>
              {document?.on === false ? 'The flag is off' : 'The flag is on'}
            </HealthMark>
            <span>
              Nobody is in an experiment while its flag is off.{' '}
              <Link to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env: environment }}>
                Open {flag}
              </Link>
            </span>
          </li>
          <li>
            <HealthMark state={at < 0 ? 'warn' : at === 0 ? 'good' : 'none'}>
              {at < 0 ? 'No rule of it' : at === 0 ? 'First rule' : `Rule ${at + 1}`}
            </HealthMark>
            <span>
              {at < 0
                ? 'The experiment’s rule isn’t in the flag any more.'
                : at === 0
                  ? 'No rule before it takes its users.'
                  : 'Rules before it may take all of its users.'}
            </span>
          </li>
          <li>
            <HealthMark state={evaluated ? 'good' : 'warn'}>
              {evaluated ? 'Evaluated lately' : 'Not evaluated in 7 days'}
            </HealthMark>
            <span>
              Applications have to ask for the flag, and to report what they were given: leave exposures on in the SDK’s
              options.{' '}
              <Link to="/p/$project/connect" params={{ project }} search={{ env: environment, flag }}>
                Connect
              </Link>
            </span>
          </li>
          <li>
            <HealthMark state="none">Audience</HealthMark>
            <span>
              {setup.audience === true
                ? 'Everyone can be in it.'
                : `Only users where ${text(conditionText(setup.audience))} can be in it.`}
            </span>
          </li>
        </ul>
      </ResultCard>
    </div>
  )
}
