import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { Ramp } from '../../../../../shared/features/ramps/schemas/ramp.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { ownZone, whenText } from '../../../../../shared/text/time/when.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { RampMark } from '../ramp-mark.tsx'
import { RampSteps } from '../ramp-steps.tsx'
import classes from './flag-ramp-screen.module.css'
import { GuardsCard } from './guards-card.tsx'
import { RampActs } from './ramp-acts.tsx'

const everyMs = 5_000

/** One ramp: progress, next step, events and actions. */
export function RampPage(props: { project: string; number: number; environments: readonly Environment[] }): ReactNode {
  const { project, number, environments } = props
  const query = trpc.ramps.get.useQuery({ project, ramp: number }, { refetchInterval: everyMs })
  return (
    <Loaded query={query} what={`ramp ${number}`} loading={<Skeleton h={240} />} isEmpty={() => false} empty={null}>
      {(ramp) => {
        const environment = environments.find(({ key }) => key === ramp.environment)
        const isOpen = ramp.startedAt !== null && ramp.endedAt === null
        return (
          <>
            <header className={classes['head']}>
              <div>
                <div className={classes['name']}>
                  <h2>{titleOf(ramp)}</h2>
                  {environment ? <EnvironmentMark environment={environment} /> : null}
                  <RampMark state={ramp.state} held={ramp.held} />
                </div>
                <p className={classes['lead']}>
                  {nextOf(ramp)} By {ramp.by}, from{' '}
                  <Link to="/p/$project/changes/$change" params={{ project, change: String(ramp.change) }}>
                    change {ramp.change}
                  </Link>
                  .
                </p>
              </div>
              {isOpen ? <RampActs project={project} ramp={ramp} environment={environment} /> : null}
            </header>
            {ramp.held === null && ramp.why === null ? null : (
              <p className={classes['why']} role="status">
                {ramp.held ?? ramp.why}
              </p>
            )}
            <div className={classes['columns']}>
              <section className={classes['card']}>
                <h3 className={classes['heading']}>Steps</h3>
                <RampSteps
                  steps={ramp.plan.steps}
                  at={ramp.startedAt === null ? undefined : ramp.step}
                  complete={ramp.state === 'completed'}
                />
              </section>
              {ramp.plan.guards === undefined ? null : (
                <section className={classes['card']}>
                  <h3 className={classes['heading']}>Guards</h3>
                  <GuardsCard project={project} ramp={ramp} />
                </section>
              )}
              <section className={classes['card']} data-side>
                <h3 className={classes['heading']}>What happened</h3>
                <Events project={project} ramp={ramp} />
              </section>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

function titleOf({ state, plan, step, before }: Ramp): string {
  const share = percent(plan.steps[step]?.share ?? 0)
  if (state === 'proposed') return `Ramp from ${before} to ${plan.to}`
  if (state === 'completed') return `Everyone gets ${plan.to}`
  return state === 'running' || state === 'waiting' || state === 'paused'
    ? `${plan.to} is at ${share}`
    : `${plan.to} was at ${share}`
}

function nextOf({ state, plan, step, dueAt, endsAt, change }: Ramp): string {
  const next = plan.steps[step + 1]
  const when = (instant: string) => whenText(instant, ownZone())
  if (state === 'proposed') return `Starts when change ${change} is published.`
  const at = `Step ${step + 1} of ${plan.steps.length}.`
  if (state === 'running' && next && dueAt !== null && endsAt !== null) {
    const asks = next.ask ? ', if someone continues it' : ''
    return `${at} Next is ${percent(next.share)}, on ${when(dueAt)}${asks}; everyone on ${when(endsAt)} at the earliest.`
  }
  return at
}

const rampEventText: Readonly<Record<string, (step: string) => string>> = {
  'ramp.start': (step) => `Started at ${step}`,
  'ramp.step': (step) => `Went to ${step}`,
  'ramp.wait': (step) => `Asked whether to continue at ${step}`,
  'ramp.hold': (step) => `Held at ${step}`,
  'ramp.pause': (step) => `Paused at ${step}`,
  'ramp.resume': (step) => `Resumed at ${step}`,
  'ramp.roll-back': (step) => `Undone at ${step}`,
  'ramp.complete': () => 'Complete: everyone',
  'ramp.end': (step) => `Ended at ${step}`,
}

function Events({ project, ramp }: { project: string; ramp: Ramp }): ReactNode {
  if (ramp.events.length === 0) return <p className={classes['lead']}>Nothing yet.</p>
  return (
    <ol className={classes['events']}>
      {ramp.events.toReversed().map(({ at, action, actor, step, revision, why }) => (
        <li key={`${at} ${action}`}>
          {rampEventText[action]?.(percent(ramp.plan.steps[step ?? 0]?.share ?? 0)) ?? action}
          <span>
            {actor}, <TimeText instant={at} />
            {revision === null ? null : (
              <>
                {' · '}
                <Link
                  to="/p/$project/flags/$flag/history"
                  params={{ project, flag: ramp.flag }}
                  search={{ env: ramp.environment, v: revision }}
                >
                  revision {revision}
                </Link>
              </>
            )}
          </span>
          {why === null ? null : <span>{why}</span>}
        </li>
      ))}
    </ol>
  )
}
