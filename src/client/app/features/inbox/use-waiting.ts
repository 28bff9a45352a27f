import type { Inbox } from '../../../../shared/features/changes/schemas/inbox.ts'
import { trpc } from '../../trpc.ts'
import type { QueryState } from '../loading/loaded.tsx'
import { needsActionBy } from './waiting.ts'

/** Poll interval in milliseconds. Needed because events cover only the current project. */
const everyMs = 60_000

export const useInbox = (): { inbox: QueryState<Inbox>; readerId: string | undefined } => {
  const inbox = trpc.changes.inbox.useQuery(undefined, { refetchInterval: everyMs })
  const user = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user
  return { inbox, readerId: user?.id }
}

/** The user as a reader of a change, with their role in its project. */
export const readerIn = ({ projects }: Inbox, project: string, id: string) => ({
  id,
  role: projects.find(({ key }) => key === project)?.role ?? ('viewer' as const),
})

/** Number of changes that need the user’s action, in all projects and in one. 0 while unknown. */
export const useWaitingCounts = (project: string | undefined): { everywhere: number; here: number } => {
  const { inbox, readerId } = useInbox()
  const { data } = inbox
  if (data === undefined || readerId === undefined) return { everywhere: 0, here: 0 }
  const waiting = data.changes.filter((change) => needsActionBy(change, readerIn(data, change.project, readerId)))
  return { everywhere: waiting.length, here: waiting.filter((change) => change.project === project).length }
}
