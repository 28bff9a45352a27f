import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Rollouts } from '../../../../../shared/features/insights/schemas/insights.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { readerIn, useInbox } from '../../inbox/use-waiting.ts'
import { needsActionBy } from '../../inbox/waiting.ts'
import { EvaluationsCard } from './evaluations-card.tsx'
import { ExperimentsCard } from './experiments-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { greeting } from './greeting.ts'
import { HealthCard } from './health-card.tsx'
import classes from './home.module.css'
import { NeedsYouCard } from './needs-you-card.tsx'
import { RolloutsCard } from './rollouts-card.tsx'
import { TodayCard } from './today-card.tsx'

const route = getRouteApi('/in/p/$project/home')

const date = new Intl.DateTimeFormat(readerLocale, { weekday: 'long', day: 'numeric', month: 'long' })

/** Home page: what needs the user’s attention, what changes today, running rollouts, and health. */
export function HomeScreen(): ReactNode {
  const { project } = route.useParams()
  const nowMs = useNow()
  const name = trpc.account.status.useQuery().data?.user?.name
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const rollouts = trpc.insights.rollouts.useInfiniteQuery({ project, limit: shownRollouts }, { getNextPageParam })
  const { inbox, readerId } = useInbox()
  const waiting = (inbox.data?.changes ?? []).filter(
    (change) =>
      inbox.data !== undefined &&
      readerId !== undefined &&
      needsActionBy(change, readerIn(inbox.data, change.project, readerId)),
  )
  const rolling = rollouts.data?.pages.at(-1)?.total ?? 0
  return (
    <div className={classes['page']}>
      <header>
        <h2 className={classes['title']}>
          {greeting(new Date(nowMs).getHours(), name)}{' '}
          {inbox.data === undefined ? null : waiting.length === 0 ? (
            'Nothing needs you.'
          ) : (
            <>{counted(waiting.length, 'change needs you', 'changes need you')}.</>
          )}
        </h2>
        <p className={classes['lead']}>
          {date.format(nowMs)}
          {rolling === 0 ? null : <>. {counted(rolling, 'flag is rolling out', 'flags are rolling out')}</>}.
        </p>
      </header>
      <FirstSteps project={project} environments={environments} />
      <TodayCard project={project} environments={environments} nowMs={nowMs} />
      <div className={classes['pair']}>
        <NeedsYouCard waiting={waiting} known={inbox.data !== undefined} />
        <RolloutsCard
          project={project}
          pages={rollouts.data?.pages}
          environments={environments}
          showMore={rollouts.hasNextPage ? () => void rollouts.fetchNextPage() : undefined}
        />
      </div>
      <ExperimentsCard project={project} />
      <div className={classes['pair']}>
        <HealthCard project={project} environments={environments} />
        <EvaluationsCard project={project} environments={environments} />
      </div>
    </div>
  )
}

const shownRollouts = 5

const getNextPageParam = ({ next }: Rollouts) => next ?? undefined
