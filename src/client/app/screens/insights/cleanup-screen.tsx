import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { allows } from '../../../../shared/permissions.ts'
import { CleanupBucket as Bucket, type CleanupBucket, type FlagStates } from '../../../../shared/schemas/insights.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../components/kbd.tsx'
import tabs from '../../components/link-tabs.module.css'
import { PageHead } from '../../components/page-head.tsx'
import { shownKeys, useShortcut } from '../../components/shortcuts.ts'
import { StatePanel } from '../../components/state-panel.tsx'
import { Loaded } from '../../features/loading/loaded.tsx'
import { trpc } from '../../trpc.ts'
import classes from './cleanup.module.css'
import { evidence } from './cleanup-text.ts'
import { useArchiveMany } from './use-archive-many.ts'

const route = getRouteApi('/in/p/$project/cleanup')

const names: Record<CleanupBucket, string> = { safe: 'Safe to remove', check: 'Check before removing' }
/** As many as one call takes. */
const manyFlags = 500

const leads: Record<CleanupBucket, string> = {
  safe: 'No reporting application has evaluated these in 30 days, and no flag requires them. Pages that fetch all flags at once over OFREP aren’t counted.',
  check:
    'These serve everyone the same variant or are past their expected lifetime, but may still be in use. Applications that evaluate an archived flag get their default in code.',
}

/** Flags that have done their work, with why; those nothing asks for are chosen already. */
export function CleanupScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const { archive, isPending } = useArchiveMany(project)
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const { bucket, states, totals } = useBucket(project, Bucket.safeParse(search.bucket).data)
  const shown = states.data?.pages.flatMap(({ flags }) => flags) ?? []
  // whoever has not touched a row has chosen it where it is safe
  const isChosen = (flag: string) => flipped.has(flag) !== (bucket === 'safe')
  const chosen = shown
    .map(({ flag }) => flag)
    .filter(isChosen)
    .slice(0, manyFlags)
  const mayEdit = role !== undefined && allows(role, 'flag.edit')
  const run = () => {
    if (chosen.length > 0 && mayEdit && !isPending) archive(chosen)
  }
  useShortcut('mod+Enter', 'Archive selected flags', run)
  const flip = (flag: string) => {
    const next = new Set(flipped)
    if (!next.delete(flag)) next.add(flag)
    setFlipped(next)
  }
  return (
    <>
      <PageHead
        actions={
          <Button
            onClick={run}
            loading={isPending}
            disabled={chosen.length === 0 || !mayEdit}
            title={
              role === undefined || mayEdit
                ? undefined
                : 'Archiving flags requires the editor role. Ask an admin for access.'
            }
            rightSection={shownKeys('mod+Enter').map((key) => <Kbd key={key}>{key}</Kbd>)}
          >
            {chosen.length === 0 ? 'Archive flags' : `Archive ${counted(chosen.length, 'flag')}`}
          </Button>
        }
      >
        <nav className={tabs['tabs']} aria-label="Show flags">
          {Bucket.options.map((one) => (
            <Link
              key={one}
              to="/p/$project/cleanup"
              params={{ project }}
              search={{ bucket: one }}
              aria-current={one === bucket ? 'page' : undefined}
            >
              {names[one]} {totals ? <span>{totals[one]}</span> : null}
            </Link>
          ))}
        </nav>
      </PageHead>
      <Loaded
        query={states}
        what="the cleanup list"
        loading={
          <div className={classes['lead']}>
            <Skeleton h={240} />
          </div>
        }
        isEmpty={() => shown.length === 0}
        empty={<Nothing bucket={bucket} reporting={states.data?.pages[0]?.reporting} />}
      >
        {({ pages }) => (
          <>
            <p className={classes['lead']}>{leads[bucket]}</p>
            <ul className={classes['list']} aria-label={names[bucket]}>
              {shown.map((insight) => (
                <li key={insight.flag} className={classes['row']}>
                  <Checkbox
                    size="xs"
                    aria-label={`Archive ${insight.name}`}
                    checked={isChosen(insight.flag)}
                    onChange={() => flip(insight.flag)}
                  />
                  <span>
                    <Link
                      to="/p/$project/flags/$flag"
                      params={{ project, flag: insight.flag }}
                      className={classes['name']}
                    >
                      {insight.name}
                    </Link>
                    <span className={classes['key']}>{insight.flag}</span>
                  </span>
                  <span className={classes['evidence']}>
                    {evidence(insight, pages[0]?.reporting === true, insight.permanence === 'permanent')}
                  </span>
                  <span className={classes['state']} data-state={insight.state}>
                    {insight.state}
                  </span>
                </li>
              ))}
            </ul>
            {states.hasNextPage ? (
              <Button
                variant="subtle"
                className={classes['more']}
                loading={states.isFetchingNextPage}
                onClick={() => void states.fetchNextPage()}
              >
                Show more
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </>
  )
}

const getNextPageParam = ({ next }: FlagStates) => next ?? undefined

/** The flags of a bucket, page by page: of the one that is asked for, else of the first that has any. */
function useBucket(project: string, asked: CleanupBucket | undefined) {
  const pagesOf = (bucket: CleanupBucket, enabled = true) =>
    trpc.insights.states.useInfiniteQuery({ project, bucket }, { getNextPageParam, enabled })
  const safe = pagesOf('safe', asked !== 'check')
  const bucket = asked ?? (safe.data?.pages[0]?.totals.safe === 0 ? 'check' : 'safe')
  const check = pagesOf('check', bucket === 'check')
  const states = bucket === 'safe' ? safe : check
  return { bucket, states, totals: (states.data ?? safe.data)?.pages[0]?.totals }
}

function Nothing({ bucket, reporting }: { bucket: CleanupBucket; reporting: boolean | undefined }): ReactNode {
  if (bucket === 'check')
    return (
      <StatePanel icon={IconEraser} title="No flags to check">
        Temporary flags appear here after serving everyone the same variant for 14 days.
      </StatePanel>
    )
  return (
    <StatePanel icon={IconEraser} title="No flags are ready to remove">
      {reporting === false
        ? 'No application has reported evaluations in 30 days, so there’s no way to tell which flags are in use.'
        : 'Flags appear here after 30 days without evaluations.'}
    </StatePanel>
  )
}
