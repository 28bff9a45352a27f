import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SubjectHistory } from './subject-history.tsx'

const route = getRouteApi('/in/p/$project/flags/$flag/history')

/** Versions of a flag in one environment. Each can be restored. */
export function FlagHistoryScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SubjectHistory
      project={project}
      subject={{ kind: 'flag', key: flag }}
      search={search}
      limit={50}
      onSearch={(part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })}
      links={(environment, { number, publishedAt: at, change }) => (
        <>
          <Link to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env: environment.key, at }}>
            The flag at that time
          </Link>
          <Link to="/p/$project/flags" params={{ project }} search={{ at }}>
            All flags at that time
          </Link>
          <Link to="/p/$project/history" params={{ project }} search={{ env: environment.key, v: number }}>
            {environment.name} at that revision
          </Link>
          {change === null ? null : (
            <Link to="/p/$project/changes/$change" params={{ project, change: String(change) }}>
              Change {change}
            </Link>
          )}
        </>
      )}
    />
  )
}
