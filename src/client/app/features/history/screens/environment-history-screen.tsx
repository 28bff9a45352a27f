import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Revision } from '../../../../../shared/features/publishing/schemas/revision.ts'
import { trpc } from '../../../trpc.ts'
import { useRoleIn } from '../../session/use-role-in.ts'
import { AllRevisions } from './all-revisions.tsx'
import { HistoryFrame, useEnvironments } from './history-frame.tsx'
import { HistoryHead } from './history-head.tsx'
import { HistoryView } from './history-view.tsx'
import { TimelineCard } from './timeline-card.tsx'

const route = getRouteApi('/in/p/$project/history')

const namedAtMost = 6

/** Flags and segments in a revision: `flag checkout, segment staff`, then the number of others. */
const touched = ({ subjects }: Revision): string => {
  const names = subjects
    .slice(0, namedAtMost)
    .map(({ kind, key }) => (kind === 'flag' ? `flag ${key}` : `segment ${key}`))
  const more = subjects.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Timeline of a project’s revisions, and the list of all or of one environment’s revisions. */
export function EnvironmentHistoryScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const one = environments.some(({ key }) => key === search.env) && search.flag === undefined
  return (
    <>
      <HistoryHead project={project} environments={environments} search={search} />
      <TimelineCard project={project} environments={environments} search={search} />
      {one ? <OneEnvironment /> : <AllRevisions project={project} environments={environments} search={search} />}
    </>
  )
}

/** Revisions of one environment. Any of them can be restored as a whole. */
function OneEnvironment(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { environments, chosen } = useEnvironments(project, search.env)
  const roleIn = useRoleIn(project)
  // Shows the linked revision, however old it is.
  const before = search.before ?? pageOf(search.v, chosen?.revision)
  const revisions = trpc.revisions.list.useQuery(
    { project, environment: chosen?.key ?? '', ...(before !== undefined && { before }) },
    { enabled: chosen !== undefined },
  )
  return (
    <HistoryFrame
      bare
      environments={environments}
      chosen={chosen}
      query={revisions}
      isEmpty={(page) => page.revisions.length === 0}
      empty={{
        title: `${chosen?.name ?? 'This environment'} has no history yet`,
        when: 'The first revision appears when the first flag or segment is created.',
      }}
    >
      {(page, environment) => (
        <HistoryView
          project={project}
          environment={environment}
          pictured
          subject={undefined}
          newest={environment.revision}
          versions={page.revisions.map((revision) => ({
            revision,
            lines: [touched(revision)],
            document: null,
            changed: null,
          }))}
          next={page.next}
          search={search}
          role={roleIn(environment.key)}
          onSearch={(part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })}
          links={({ publishedAt: at }) => (
            <>
              <Link to="/p/$project/flags" params={{ project }} search={{ at }}>
                All flags at that time
              </Link>
              <Link to="/p/$project/playground" params={{ project }} search={{ env: environment.key, at }}>
                Open in playground
              </Link>
            </>
          )}
        />
      )}
    </HistoryFrame>
  )
}

const pageSize = 50

/** The cursor of the page that contains a revision. Undefined if that is the first page. */
const pageOf = (number: number | undefined, newest: number | undefined): number | undefined =>
  number === undefined || newest === undefined || newest - number < pageSize ? undefined : number + 1
