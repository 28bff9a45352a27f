import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actionWords } from '../../../../shared/words/act.ts'
import { trpc } from '../../trpc.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { ActivityDay } from './activity-day.tsx'
import classes from './activity-screen.module.css'
import { type ActivitySearch, instantsOf } from './activity-search.ts'
import { byDay } from './by-day.ts'

const route = getRouteApi('/in/p/$project/activity')

const actions = Object.entries(actionWords).map(([value, { filter: label }]) => ({ value, label }))

/** What happened in the project, newest first, a sentence an act. The filters and the page are in the address. */
export function ActivityScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { who, what, env, before } = search
  const activity = trpc.audit.activity.useQuery({
    project,
    ...(who && { actor: who }),
    ...(what && { action: what }),
    ...(env && { environment: env }),
    ...instantsOf(search),
    ...(before && { before }),
  })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const actors = new Map((activity.data?.events ?? []).map(({ actor }) => [actor.id ?? '', actor.name]))
  const people = [...actors].filter(([id]) => id !== '').map(([value, label]) => ({ value, label }))
  const known = who === undefined || actors.has(who) ? people : [...people, { value: who, label: 'This person' }]
  const filtered = [who, what, env, search.from, search.to].some((one) => one !== undefined)
  // another filter is another list: it begins at its newest act
  const choose = (part: ActivitySearch) => void navigate({ search: (old) => ({ ...old, before: undefined, ...part }) })
  return (
    <>
      <PageHead>
        <div className={classes['filters']} role="group" aria-label="Filter the activity">
          <Select
            aria-label="Who"
            placeholder="Anyone"
            data={known}
            value={who ?? null}
            clearable
            clearButtonProps={{ 'aria-label': 'Anyone' }}
            onChange={(value) => choose({ who: value ?? undefined })}
          />
          <Select
            aria-label="What"
            placeholder="Any act"
            data={actions}
            value={what ?? null}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Any act' }}
            onChange={(value) => choose({ what: value ?? undefined })}
          />
          <Select
            aria-label="Environment"
            placeholder="Every environment"
            data={environments.map(({ key, name }) => ({ value: key, label: name }))}
            value={env ?? null}
            clearable
            clearButtonProps={{ 'aria-label': 'Every environment' }}
            onChange={(value) => choose({ env: value ?? undefined })}
          />
          <TextInput
            type="date"
            aria-label="From day"
            leftSection="from"
            leftSectionWidth={46}
            value={search.from ?? ''}
            max={search.to}
            onChange={(event) => choose({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            aria-label="To day"
            leftSection="to"
            leftSectionWidth={32}
            value={search.to ?? ''}
            min={search.from}
            onChange={(event) => choose({ to: event.currentTarget.value || undefined })}
          />
        </div>
      </PageHead>
      <Loaded
        query={activity}
        what="The activity"
        loading={<Lines />}
        isEmpty={(list) => list.events.length === 0}
        empty={
          <StatePanel
            icon={filtered ? IconSearch : IconHistory}
            title={filtered ? 'Nothing that was done fits this filter' : 'Nothing has been done here yet'}
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
        {({ events, next }) => (
          <div className={classes['page']}>
            {byDay(events).map(({ day, events: those }) => (
              <ActivityDay key={day} project={project} day={day} events={those} environments={environments} />
            ))}
            <nav className={classes['more']} aria-label="Pages">
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
