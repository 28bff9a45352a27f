import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GuardResult, GuardState, RampLook } from '../../../../../shared/features/ramps/schemas/guard.ts'
import type { Ramp } from '../../../../../shared/features/ramps/schemas/ramp.ts'
import { ownZone, whenText } from '../../../../../shared/text/time/when.ts'
import { guardPlanText } from '../../../../../shared/text/verdict/guard-plan-text.ts'
import { reportsText } from '../../../../../shared/text/verdict/guard-text.ts'
import { LimitLine } from '../../../components/limit-line.tsx'
import { Mark, type Tone } from '../../../components/mark.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './guards-card.module.css'

const everyMs = 5_000

const words: Record<GuardState, string> = {
  collecting: 'collecting',
  watching: 'watching',
  fine: 'fine',
  against: 'against',
  blind: 'can’t see',
}
const tones: Record<GuardState, Tone> = {
  collecting: 'plain',
  watching: 'plain',
  fine: 'good',
  against: 'warn',
  blind: 'warn',
}

/** Guards of a ramp, each with its latest evidence compared to its limit. */
export function GuardsCard({ project, ramp }: { project: string; ramp: Ramp }): ReactNode {
  const query = trpc.ramps.looks.useQuery({ project, ramp: ramp.number }, { refetchInterval: everyMs })
  const { guards = [] } = ramp.plan
  return (
    <Loaded query={query} what="the guards" loading={<Skeleton h={120} />} isEmpty={() => false} empty={null}>
      {({ looks, nextAt }) => {
        const last = looks.at(-1)
        if (!last)
          return (
            <>
              <ul className={classes['plans']}>
                {guards.map((guard) => (
                  <li key={guardPlanText(guard)}>{guardPlanText(guard)}</li>
                ))}
              </ul>
              <p className={classes['when']}>
                {nextAt === null ? 'Nothing was looked at.' : `The first look is on ${whenText(nextAt, ownZone())}.`}
              </p>
            </>
          )
        return (
          <>
            <ul className={classes['guards']}>
              {last.guards.map((guard, at) => (
                // The order of a plan’s guards never changes
                // oxlint-disable-next-line react/no-array-index-key
                <GuardRow key={at} guard={guard} points={looks.map((look) => evidenceOf(look, at))} />
              ))}
              {last.reports === null ? null : <ReportsRow ramp={ramp} look={last} />}
            </ul>
            <p className={classes['when']}>
              Seen <TimeText instant={last.at} />, look {last.number}.
              {nextAt === null ? '' : ` The next look is on ${whenText(nextAt, ownZone())}.`}
            </p>
          </>
        )
      }}
    </Loaded>
  )
}

const evidenceOf = ({ guards }: RampLook, at: number): number | null => guards[at]?.evidence ?? null

const figure = (evidence: number): string =>
  evidence >= 10 ? Math.round(Math.min(evidence, 1e6)).toLocaleString('en') : evidence.toFixed(1)

function GuardRow({ guard, points }: { guard: GuardResult; points: readonly (number | null)[] }): ReactNode {
  const { name, state, text, evidence, limit } = guard
  return (
    <li className={classes['guard']}>
      <div className={classes['words']}>
        <h4 className={classes['name']}>
          {name} <Mark tone={tones[state]}>{words[state]}</Mark>
        </h4>
        <p className={classes['text']}>{text}</p>
      </div>
      {evidence === null || limit === null ? null : (
        <figure className={classes['figure']}>
          <LimitLine points={points} limit={limit} />
          <figcaption>
            Evidence {figure(evidence)} of {figure(limit)}
          </figcaption>
        </figure>
      )}
    </li>
  )
}

function ReportsRow({ ramp, look: { reports } }: { ramp: Ramp; look: RampLook }): ReactNode {
  if (reports === null) return null
  const isOff = reports.state === 'fewer' || reports.state === 'more'
  return (
    <li className={classes['guard']}>
      <div className={classes['words']}>
        <h4 className={classes['name']}>
          Users{' '}
          <Mark tone={isOff ? 'warn' : 'good'}>
            {isOff ? 'missing' : reports.state === 'none' ? 'none yet' : 'as given'}
          </Mark>
        </h4>
        <p className={classes['text']}>{reportsText(reports, { to: ramp.plan.to, before: ramp.before })}</p>
      </div>
    </li>
  )
}
