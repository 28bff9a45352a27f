import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../../../components/page-head.tsx'
import { SubjectHistory } from './subject-history.tsx'

const route = getRouteApi('/in/p/$project/segments/$segment/history')

/** Versions of a segment in one environment. Each can be restored. */
export function SegmentHistoryScreen(): ReactNode {
  const { project, segment } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHead>
        <Link to="/p/$project/segments/$segment" params={{ project, segment }} search={{ env: search.env }}>
          Back to segment
        </Link>
      </PageHead>
      <SubjectHistory
        project={project}
        subject={{ kind: 'segment', key: segment }}
        search={search}
        // A segment may have 100,000 keys.
        limit={10}
        onSearch={(part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true })}
        links={(environment, { number }) => (
          <Link to="/p/$project/history" params={{ project }} search={{ env: environment.key, v: number }}>
            {environment.name} at that revision
          </Link>
        )}
      />
    </>
  )
}
