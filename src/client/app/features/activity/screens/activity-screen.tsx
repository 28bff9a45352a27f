import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actionText } from '../../../../../shared/text/audit/act.ts'
import { instantsOf } from '../../../components/days.ts'
import { ExportLinks } from '../../../components/export-links.tsx'
import { NewItemsBar } from '../../../components/new-items-bar.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { useTail } from '../../../components/use-tail.ts'
import { trpc } from '../../../trpc.ts'
import { EventFilter } from '../../audit/event-filter.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { ActivityDay } from './activity-day.tsx'
import classes from './activity-screen.module.css'
import type { ActivitySearch } from './activity-search.ts'
import { byDay } from './by-day.ts'

const route = getRouteApi('/in/p/$project/activity')

const actions = Object.entries(actionText).map(([value, { filter: label }]) => ({ value, label }))

/** Poll interval of the newest page in milliseconds. */
const tailMs = 5_000

/** The activity of a project, newest first, one sentence per event. Filters and page are in the URL. */
export function ActivityScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { who, what, env, before } = search
  const filter = {
    ...(who && { actor: who }),
    ...(what && { action: what }),
    ...(env && { environment: env }),
    ...instantsOf(search),
  }
  const activity = trpc.audit.activity.useQuery(
    { project, ...filter, ...(before && { before }) },
    { refetchInterval: before === undefined ? tailMs : false },
  )
  const { shown, fresh, show } = useTail(activity.data?.events ?? [], JSON.stringify([project, filter, before]))
  const owner = trpc.account.status.useQuery().data?.user?.instanceRole === 'owner'
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const members = trpc.members.list.useQuery({ project }).data ?? []
  const nameOf = (id: string) => members.find(({ user }) => user.id === id)?.user.name
  const actors = new Map((activity.data?.events ?? []).map(({ actor }) => [actor.id ?? '', actor.name]))
  const people = [...actors].filter(([id]) => id !== '').map(([value, label]) => ({ value, label }))
  const filtered = [who, what, env, search.from, search.to].some((one) => one !== undefined)
  // Changing a filter returns to the newest event.
  const choose = (part: ActivitySearch) => void navigate({ search: (old) => ({ ...old, before: undefined, ...part }) })
  return (
    <>
      <PageHead actions={owner ? <ExportLinks filter={{ project, ...filter }} /> : null}>
        <EventFilter
          label="Filter activity"
          value={search}
          people={people}
          acts={actions}
          environments={environments.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={choose}
        />
      </PageHead>
      <Loaded
        query={activity}
        what="the activity"
        loading={<Lines />}
        isEmpty={(list) => list.events.length === 0}
        empty={
          <StatePanel
            icon={filtered ? IconSearch : IconHistory}
            title={filtered ? 'No activity matches this filter' : 'No activity yet'}
            actions={
              filtered || before !== undefined ? (
                <Button component={Link} to={`/p/${project}/activity`} variant="default">
                  {filtered ? 'Clear filter' : 'Newest'}
                </Button>
              ) : null
            }
          />
        }
      >
        {({ next }) => (
          <div className={classes['page']}>
            <NewItemsBar fresh={fresh} onShow={show} />
            {byDay(shown).map(({ day, events: those }) => (
              <ActivityDay
                key={day}
                project={project}
                day={day}
                events={those}
                environments={environments}
                nameOf={nameOf}
              />
            ))}
            <nav className={classes['more']} aria-label="Pagination">
              {before === undefined ? null : (
                <Link to="/p/$project/activity" params={{ project }} search={(old) => ({ ...old, before: undefined })}>
                  Newest
                </Link>
              )}
              {next === null ? null : (
                <Link to="/p/$project/activity" params={{ project }} search={(old) => ({ ...old, before: next })}>
                  Older
                </Link>
              )}
            </nav>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Lines(): ReactNode {
  return (
    <div className={classes['page']}>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} h={20} my={12} />
      ))}
    </div>
  )
}
