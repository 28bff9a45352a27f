import { NativeSelect, Skeleton } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Inbox } from '../../../../../shared/features/changes/schemas/inbox.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import rows from '../../../components/row-list.module.css'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { usePageSeen } from '../../../components/use-page-seen.ts'
import { trpc } from '../../../trpc.ts'
import { ExperimentRow } from '../../experiments/experiment-row.tsx'
import { readerIn, useInbox } from '../../inbox/use-waiting.ts'
import { needsActionBy } from '../../inbox/waiting.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { RampRow } from '../../ramps/ramp-row.tsx'
import { ChangeRow } from './change-row.tsx'
import { type InboxTab, inboxTabs } from './inbox-search.ts'
import { PromiseNewsRow } from './promise-news-row.tsx'

const route = getRouteApi('/in/inbox')

type Listed = Inbox['changes'][number]

const labels: Record<InboxTab, string> = {
  reviews: 'Waiting for me',
  mine: 'Created by me',
  scheduled: 'Scheduled',
  promises: 'My promises',
  ramps: 'Ramps',
  experiments: 'Experiments',
}

const nothing: Record<InboxTab, [title: string, words: string]> = {
  reviews: ['You’re all caught up', 'Changes from any project that need your review, publish or reply appear here.'],
  mine: ['You have no open changes', 'Changes you save or send for review stay here until they’re published.'],
  scheduled: ['Nothing scheduled', 'Approved changes can be scheduled to go live later.'],
  promises: [
    'Nobody was stopped',
    'When what you promised stops someone, or is broken anyway, it appears here for 14 days.',
  ],
  ramps: [
    'No ramps are waiting',
    'Ramps that are paused, waiting to continue or held for more than an hour appear here, and for 14 days those that were undone.',
  ],
  experiments: [
    'No experiments are waiting',
    'Experiments that are ready to decide, were stopped, do harm or can’t be read appear here until someone decides.',
  ],
}

/** Open changes of all projects: waiting for the user, their own, scheduled. J and K move through the list. */
export function InboxScreen(): ReactNode {
  const { tab = 'reviews', project } = route.useSearch()
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const { inbox, readerId } = useInbox()
  const refresh = () => void utils.changes.inbox.invalidate()
  trpc.live.inbox.useSubscription(usePageSeen() ? undefined : skipToken, { onStarted: refresh, onData: refresh })
  const shownRows = useRef<HTMLUListElement>(null)
  const walk = (step: number) => {
    const links = [...(shownRows.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
  }
  useShortcut('j', 'Next change', () => walk(1))
  useShortcut('k', 'Previous change', () => walk(-1))
  const belongs: Record<InboxTab, (list: Inbox, change: Listed) => boolean> = {
    reviews: (list, change) =>
      readerId !== undefined && needsActionBy(change, readerIn(list, change.project, readerId)),
    mine: (_, { author }) => author.id === readerId,
    scheduled: (_, { state }) => state === 'scheduled',
    promises: () => false,
    ramps: () => false,
    experiments: () => false,
  }
  const shown = (list: Inbox) =>
    list.changes.filter((change) => belongs[tab](list, change) && (project ?? change.project) === change.project)

  const shownNews = (list: Inbox) =>
    tab === 'promises' ? list.promises.filter((one) => (project ?? one.project) === one.project) : []
  const shownRamps = (list: Inbox) =>
    tab === 'ramps' ? list.ramps.filter((one) => (project ?? one.project) === one.project) : []
  const shownExperiments = (list: Inbox) =>
    tab === 'experiments' ? list.experiments.filter((one) => (project ?? one.project) === one.project) : []
  const isOfChanges = tab !== 'promises' && tab !== 'ramps' && tab !== 'experiments'
  const [title, words] = nothing[tab]
  const { data } = inbox
  return (
    <>
      <PageHead
        actions={
          data === undefined || (data.projects.length < 2 && project === undefined) ? null : (
            <NativeSelect
              aria-label="Project"
              value={project ?? ''}
              onChange={(event) =>
                void navigate({ search: (old) => ({ ...old, project: event.currentTarget.value || undefined }) })
              }
              data={[
                { value: '', label: 'All projects' },
                ...data.projects.map(({ key, name }) => ({ value: key, label: name })),
              ]}
            />
          )
        }
      >
        <nav className={tabs['tabs']} aria-label="Show changes">
          {inboxTabs.map((one) => (
            <Link
              key={one}
              to="/inbox"
              search={(old) => ({ ...old, tab: one === 'reviews' ? undefined : one })}
              activeOptions={{ exact: true }}
              aria-current={one === tab ? 'page' : undefined}
            >
              {labels[one]}
            </Link>
          ))}
        </nav>
        <span className={rows['count']} role="status">
          {data === undefined || data.more || !isOfChanges ? '' : counted(shown(data).length, 'change')}
        </span>
      </PageHead>
      <Loaded
        query={readerId === undefined ? { ...inbox, data: undefined } : inbox}
        what="the inbox"
        loading={<Skeleton h={44} m={24} w="auto" />}
        isEmpty={(list) =>
          [shown, shownNews, shownRamps, shownExperiments].every((rowsOf) => rowsOf(list).length === 0)
        }
        empty={
          <StatePanel icon={IconInbox} title={title}>
            {words}
          </StatePanel>
        }
      >
        {(list) => (
          <>
            <ul ref={shownRows} className={rows['list']}>
              {shown(list).map((change) => {
                const within = list.projects.find(({ key }) => key === change.project)
                return (
                  <ChangeRow
                    key={`${change.project} ${change.number}`}
                    project={change.project}
                    change={change}
                    environments={within?.environments ?? []}
                    reader={readerId === undefined ? undefined : readerIn(list, change.project, readerId)}
                    within={within?.name}
                  />
                )
              })}
              {shownRamps(list).map((one) => (
                <RampRow
                  key={`${one.project} ${one.number}`}
                  project={one.project}
                  ramp={one}
                  environment={undefined}
                  within={one.projectName}
                />
              ))}
              {shownExperiments(list).map((one) => (
                <ExperimentRow
                  key={`${one.project} ${one.key}`}
                  project={one.project}
                  experiment={one}
                  environment={undefined}
                  within={one.projectName}
                  why={one.why}
                />
              ))}
              {shownNews(list).map((one) => (
                <PromiseNewsRow key={`${one.at} ${one.promise}`} news={one} />
              ))}
            </ul>
            {list.more && isOfChanges ? (
              <p className={rows['more']}>Only the 200 most recently updated open changes are searched.</p>
            ) : null}
          </>
        )}
      </Loaded>
    </>
  )
}
