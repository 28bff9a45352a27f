import { Button, Skeleton } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { ListChangesInput } from '../../../../../shared/features/changes/schemas/change.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import linkTabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import rows from '../../../components/row-list.module.css'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { needsActionBy, waitingStates } from '../../inbox/waiting.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useReader } from '../../session/use-reader.ts'
import { ChangeRow } from './change-row.tsx'
import classes from './changes-screen.module.css'
import type { ChangeTab } from './changes-search.ts'

const ScheduleCalendar = lazyPart(async () => (await import('./schedule-calendar.tsx')).ScheduleCalendar)

const route = getRouteApi('/in/p/$project/changes')

const tabs: Record<ChangeTab, { label: string; filter: Pick<ListChangesInput, 'states' | 'author' | 'limit'> }> = {
  review: { label: 'Waiting for me', filter: { states: [...waitingStates], limit: 200 } },
  mine: { label: 'Created by me', filter: { author: 'me' } },
  scheduled: { label: 'Scheduled', filter: { states: ['scheduled'], limit: 200 } },
  all: { label: 'All', filter: {} },
}

const nothing: Record<ChangeTab, [title: string, words: string]> = {
  review: ['You’re all caught up', 'Changes that need your review, publish or reply appear here.'],
  mine: ['You have no changes', 'Request a review on a flag, and the change appears here until it’s published.'],
  scheduled: ['Nothing scheduled', 'Approved changes can be scheduled to go live later.'],
  all: ['No changes yet', 'A change proposes edits to an environment for others to review and approve.'],
}

/** Changes of a project in tabs: waiting for the user, their own, scheduled, all. */
export function ChangesScreen(): ReactNode {
  const { project } = route.useParams()
  const { tab = 'review', before } = route.useSearch()
  const reader = useReader(project)
  const changes = trpc.changes.list.useQuery({ project, ...tabs[tab].filter, ...(before && { before }) })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const shown = (list: NonNullable<typeof changes.data>) =>
    tab === 'review'
      ? list.changes.filter((change) => reader !== undefined && needsActionBy(change, reader))
      : list.changes
  const [title, words] = nothing[tab]
  return (
    <>
      <PageHead>
        <nav className={linkTabs['tabs']} aria-label="Show changes">
          {/* Safe cast: the keys of `tabs` are the tabs */}
          {(Object.keys(tabs) as ChangeTab[]).map((one) => (
            <Link
              key={one}
              to="/p/$project/changes"
              params={{ project }}
              search={{ tab: one === 'review' ? undefined : one }}
              activeOptions={{ exact: true }}
              aria-current={one === tab ? 'page' : undefined}
            >
              {tabs[one].label}
            </Link>
          ))}
        </nav>
        <span className={rows['count']} role="status">
          {changes.data && before === undefined && changes.data.next === null
            ? counted(shown(changes.data).length, 'change')
            : ''}
        </span>
      </PageHead>
      <Loaded
        query={tab === 'review' && reader === undefined ? { ...changes, data: undefined } : changes}
        what="changes"
        loading={<Rows />}
        isEmpty={(list) => shown(list).length === 0}
        empty={
          <StatePanel
            icon={IconGitPullRequest}
            title={before === undefined ? title : 'No older changes'}
            actions={
              tab === 'all' && before === undefined ? null : (
                <Button
                  variant="default"
                  renderRoot={(root) => (
                    <Link {...root} to="/p/$project/changes" params={{ project }} search={{ tab: 'all' }} />
                  )}
                >
                  All changes
                </Button>
              )
            }
          >
            {before === undefined ? words : undefined}
          </StatePanel>
        }
      >
        {(list) => (
          <>
            {tab === 'scheduled' ? (
              <Suspense>
                <ScheduleCalendar project={project} changes={list.changes} environments={environments} />
              </Suspense>
            ) : null}
            <ul className={rows['list']}>
              {shown(list).map((change) => (
                <ChangeRow
                  key={change.number}
                  project={project}
                  change={change}
                  environments={environments}
                  reader={reader}
                />
              ))}
            </ul>
            {list.next === null ? null : (
              <nav className={rows['more']} aria-label="Pagination">
                <Link
                  to="/p/$project/changes"
                  params={{ project }}
                  search={{ tab: tab === 'review' ? undefined : tab, before: list.next ?? undefined }}
                >
                  Older changes
                </Link>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Rows(): ReactNode {
  return (
    <div className={classes['skeleton']}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={44} />
      ))}
    </div>
  )
}
