import { skipToken } from '@tanstack/react-query'
import { trpc } from '../../trpc.ts'
import type { Reader } from '../inbox/waiting.ts'

/** The user with their role in the project. Undefined while unknown. */
export const useReader = (project: string | undefined): Reader | undefined => {
  const user = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user
  const role = trpc.projects.get.useQuery(project === undefined ? skipToken : { project }).data?.role
  return user && role ? { id: user.id, role } : undefined
}
