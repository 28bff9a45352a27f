import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Rollouts } from '../../../../../shared/features/insights/schemas/insights.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { counted, percent } from '../../../../../shared/text/rules/percent.ts'
import { shortWhen } from '../../../../../shared/text/time/short-when.ts'
import { ownZone } from '../../../../../shared/text/time/when.ts'
import { TimeText, useNow } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { ShareBar } from '../../variants/share-bar.tsx'
import { slotIn } from '../../variants/slot-in.ts'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

/** Flags with a rollout in progress: the current share and the next step. */
export function RolloutsCard(props: {
  project: string
  pages: readonly Rollouts[] | undefined
  environments: readonly Environment[]
  /** Fetches the next page. Undefined if all are shown. */
  showMore: (() => void) | undefined
}): ReactNode {
  const { project, pages, environments, showMore } = props
  const nowMs = useNow()
  const keys = trpc.flags.keys.useQuery({ project }, { staleTime: 60_000 }).data
  const madeOf = (flag: string) => keys?.find(({ key }) => key === flag) ?? { type: 'boolean', variants: [] }
  const rollouts = pages?.flatMap((page) => page.rollouts)
  const total = pages?.at(-1)?.total ?? 0
  const places = new Set(rollouts?.map(({ environment }) => environment))
  const [only] = places
  const named = (key: string) => environments.find((one) => one.key === key)?.name ?? key
  return (
    <HomeCard
      title="Rolling out"
      note={
        total === 0
          ? undefined
          : `${counted(total, 'flag')}${showMore === undefined && places.size === 1 && only !== undefined ? ` in ${named(only)}` : ''}`
      }
    >
      {rollouts === undefined || rollouts.length === 0 ? (
        <p className={classes['empty']}>
          {rollouts === undefined ? ' ' : 'Nothing is rolling out. Flags set to a percentage appear here.'}
        </p>
      ) : (
        <ul className={classes['rows']}>
          {rollouts.map(({ flag, name, environment, variant, weight, since, next }) => (
            <li key={flag} className={classes['rollout']}>
              <Link to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env: environment }} title={flag}>
                {name}
              </Link>
              <span className={classes['bar']}>
                <ShareBar
                  shares={[
                    { key: variant, slot: slotIn(madeOf(flag), { off: null }, variant), size: weight },
                    { key: 'rest', slot: null, size: limits.weightUnits - weight },
                  ]}
                />
              </span>
              <span className={classes['figure']}>{percent(weight)}</span>
              <span className={classes['when']}>
                {next === null ? (
                  <>
                    set <TimeText instant={since} />
                  </>
                ) : (
                  <span title={`#${next.change} ${next.title}`}>next {shortWhen(next.at, nowMs, ownZone())}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {showMore === undefined ? null : (
        <Button variant="subtle" size="xs" m="4px 8px" onClick={showMore}>
          Show more
        </Button>
      )}
    </HomeCard>
  )
}
