import { useLocation } from '@tanstack/react-router'
import { trpc } from '../trpc.ts'
import { lastProject, lastProjectKey } from './preferences.ts'

/**
 * The project that was open last, for the pages that belong to none: what waits in any project, one's own account, the
 * organisation, the status. Nothing where it can't be read any more, and on the list of projects, where one is chosen.
 */
export const useLastProject = (opened: string | undefined): string | undefined => {
  const choosing = useLocation({ select: ({ pathname }) => pathname === '/projects' })
  const kept = lastProject.use(lastProjectKey)
  const projects = trpc.projects.list.useQuery(undefined, { enabled: opened === undefined && kept !== null }).data
  if (opened !== undefined || choosing || kept === null) return undefined
  return projects?.some(({ key }) => key === kept) ? kept : undefined
}
