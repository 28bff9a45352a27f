import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconFlask, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { limits } from '../../../../../shared/limits.ts'
import { experimentStatusText } from '../../../../../shared/text/experiment/state-text.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { Kbd } from '../../../components/kbd.tsx'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import rows from '../../../components/row-list.module.css'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { useFilterText } from '../../../components/use-filter-text.ts'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { ExperimentRow } from '../experiment-row.tsx'
import classes from './experiments-screen.module.css'
import { experimentStates } from './experiments-search.ts'

const route = getRouteApi('/in/p/$project/experiments')

/** Poll interval in milliseconds. A look creates no revision, so the page gets no event for it. */
const everyMs = 30_000

export function ExperimentsScreen(): ReactNode {
  const { project } = route.useParams()
  const { state, q = '', after } = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useFilterText(
    q,
    (text) =>
      void navigate({
        to: '/p/$project/experiments',
        params: { project },
        search: { state, q: text === '' ? undefined : text },
        replace: true,
      }),
  )
  const experiments = trpc.experiments.list.useQuery(
    { project, ...(state && { state }), ...(q !== '' && { q }), ...(after && { after }) },
    { refetchInterval: everyMs, placeholderData: keepPreviousData },
  )
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const mayEdit = useHasPermission(project, 'experiment.edit')
  const create = () => void navigate({ to: '/p/$project/experiments/new', params: { project } })
  useShortcut('n', 'New experiment', create, mayEdit)
  const filtered = state !== undefined || q !== ''
  const button = mayEdit ? (
    <Button onClick={create} rightSection={<Kbd>N</Kbd>}>
      New experiment
    </Button>
  ) : null
  return (
    <>
      <PageHead actions={button}>
        <nav className={tabs['tabs']} aria-label="Show experiments">
          {[undefined, ...experimentStates].map((one) => (
            <Link
              key={one ?? 'all'}
              to="/p/$project/experiments"
              params={{ project }}
              search={{ state: one, ...(q !== '' && { q }) }}
              aria-current={one === state ? 'page' : undefined}
            >
              {one === undefined ? 'All' : experimentStatusText[one]}
            </Link>
          ))}
        </nav>
        <TextInput
          className={classes['filter']}
          aria-label="Filter experiments"
          placeholder="Name, key or flag"
          leftSection={<IconSearch size={15} aria-hidden />}
          autoComplete="off"
          maxLength={limits.nameLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className={rows['count']} role="status">
          {experiments.data && experiments.data.next === null && after === undefined
            ? counted(experiments.data.experiments.length, 'experiment')
            : ''}
        </span>
      </PageHead>
      <Loaded
        query={experiments}
        what="experiments"
        loading={<Skeleton h={180} m={24} w="auto" />}
        isEmpty={(list) => list.experiments.length === 0}
        empty={
          filtered ? (
            <StatePanel
              icon={IconFlask}
              title={q === '' ? 'No experiments in this state' : `No experiments match “${q}”`}
              actions={
                <Button
                  variant="default"
                  renderRoot={(root) => (
                    <Link {...root} to="/p/$project/experiments" params={{ project }} search={{}} />
                  )}
                >
                  Show all
                </Button>
              }
            />
          ) : (
            <StatePanel icon={IconFlask} title="No experiments yet" actions={button}>
              An experiment gives a flag’s variants to users by chance, compares what they do next, and tells you which
              variant is better. You can look every day.
            </StatePanel>
          )
        }
      >
        {(list) => (
          <>
            <ul className={rows['list']}>
              {list.experiments.map((experiment) => (
                <ExperimentRow
                  key={experiment.key}
                  project={project}
                  experiment={experiment}
                  environment={environments.find(({ key }) => key === experiment.environment)}
                />
              ))}
            </ul>
            {list.next === null ? null : (
              <nav className={rows['more']} aria-label="Pagination">
                <Link
                  to="/p/$project/experiments"
                  params={{ project }}
                  search={{ state, ...(q !== '' && { q }), after: list.next }}
                >
                  More experiments
                </Link>
              </nav>
            )}
          </>
        )}
      </Loaded>
      <div className={classes['whyNot']}>
        <PermissionNotice project={project} permission="experiment.edit" />
      </div>
    </>
  )
}
