import { useLocation } from '@tanstack/react-router'
import { trpc } from '../trpc.ts'
import { lastProject, lastProjectKey } from './preferences.ts'

/**
 * The last opened project, for pages outside a project: inbox, account, instance settings, status. Undefined if the
 * user can no longer read it, and on the list of projects.
 */
export const useLastProject = (opened: string | undefined): string | undefined => {
  const choosing = useLocation({ select: ({ pathname }) => pathname === '/projects' })
  const kept = lastProject.use(lastProjectKey)
  const projects = trpc.projects.list.useQuery(undefined, { enabled: opened === undefined && kept !== null }).data
  if (opened !== undefined || choosing || kept === null) return undefined
  return projects?.some(({ key }) => key === kept) ? kept : undefined
}
