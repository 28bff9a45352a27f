import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CreateSegment } from '../../targeting/create-segment.tsx'

const route = getRouteApi('/in/p/$project/segments')

/** Creates a segment that is empty in every environment, then opens it. */
export function NewSegmentDialog(): ReactNode {
  const { project } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <CreateSegment
      project={project}
      title="New segment"
      onClose={() => void navigate({ search: {} })}
      onMade={({ key }) => navigate({ to: '/p/$project/segments/$segment', params: { project, segment: key } })}
    />
  )
}
