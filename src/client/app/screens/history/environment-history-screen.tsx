import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Revision } from '../../../../shared/schemas/revision.ts'
import { trpc } from '../../trpc.ts'
import { EnvironmentTabs } from '../../ui/environment-tabs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { useRoleIn } from '../../ui/use-role-in.ts'
import classes from './history.module.css'
import { HistoryView } from './history-view.tsx'

const route = getRouteApi('/in/p/$project/history')

const namedAtMost = 6

/** What a revision touched: `flag checkout, segment staff`; counted where it is much. */
const touched = ({ subjects }: Revision): string => {
  const names = subjects.slice(0, namedAtMost).map(({ kind, key }) => `${kind} ${key}`)
  const more = subjects.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Every revision of an environment, and the way back to any of them as a whole. */
export function EnvironmentHistoryScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const roleIn = useRoleIn(project)
  const chosen = environments.find(({ key }) => key === search.env) ?? environments[0]
  // an address that names a revision leads to it, however old it is
  const before = search.before ?? pageOf(search.v, chosen?.revision)
  const revisions = trpc.revisions.list.useQuery(
    { project, environment: chosen?.key ?? '', ...(before !== undefined && { before }) },
    { enabled: chosen !== undefined },
  )
  return (
    <>
      <div className={classes['where']}>
        <EnvironmentTabs environments={environments} chosen={chosen?.key} />
      </div>
      <Loaded
        query={revisions}
        what="The history"
        loading={<Skeleton h={320} m={24} />}
        isEmpty={(page) => page.revisions.length === 0}
        empty={
          <StatePanel icon={IconHistory} title={`${chosen?.name ?? 'This environment'} has no history yet`}>
            Its first revision comes with the first flag or segment.
          </StatePanel>
        }
      >
        {(page) =>
          chosen === undefined ? null : (
            <HistoryView
              project={project}
              environment={chosen}
              subject={undefined}
              newest={chosen.revision}
              versions={page.revisions.map((revision) => ({
                revision,
                lines: [touched(revision)],
                document: null,
                changed: null,
              }))}
              next={page.next}
              search={search}
              role={roleIn(chosen.key)}
              onSearch={(part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })}
              links={({ publishedAt: at }) => (
                <>
                  <Link to="/p/$project/flags" params={{ project }} search={{ at }}>
                    Every flag at that moment
                  </Link>
                  <Link to="/p/$project/playground" params={{ project }} search={{ env: chosen.key, at }}>
                    Ask it in the playground
                  </Link>
                </>
              )}
            />
          )
        }
      </Loaded>
    </>
  )
}

const pageSize = 50

/** Where the page of the list begins that shows a revision: nothing while it is among the newest. */
const pageOf = (number: number | undefined, newest: number | undefined): number | undefined =>
  number === undefined || newest === undefined || newest - number < pageSize ? undefined : number + 1
