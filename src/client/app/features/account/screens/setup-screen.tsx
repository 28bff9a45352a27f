import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EnvironmentsStep } from './environments-step.tsx'
import { OwnerStep } from './owner-step.tsx'
import { ProjectStep } from './project-step.tsx'

const route = getRouteApi('/setup')

/** The first-run set-up: owner account, first project, environments. Ends on the flag list. */
export function SetupScreen(): ReactNode {
  const { step, project } = route.useSearch()
  const navigate = route.useNavigate()
  if (step === undefined)
    return <OwnerStep onDone={() => void navigate({ search: { step: 'project' }, replace: true })} />
  if (step === 'project' || project === undefined)
    return (
      <ProjectStep onDone={(key) => void navigate({ search: { step: 'environments', project: key }, replace: true })} />
    )
  return (
    <EnvironmentsStep
      project={project}
      onDone={() => void navigate({ to: '/p/$project/flags', params: { project }, replace: true })}
    />
  )
}
