import type { Inbox } from '../../../../shared/features/changes/schemas/inbox.ts'
import { trpc } from '../../trpc.ts'
import type { Answer } from '../loading/loaded.tsx'
import { waitsFor } from './waiting.ts'

/** How often the inbox is read where nothing tells of other projects. */
const everyMs = 60_000

/** The inbox, and who reads it; nothing while it is not known. */
export const useInbox = (): { inbox: Answer<Inbox>; readerId: string | undefined } => {
  const inbox = trpc.changes.inbox.useQuery(undefined, { refetchInterval: everyMs })
  const user = trpc.account.status.useQuery(undefined, { staleTime: 60_000 }).data?.user
  return { inbox, readerId: user?.id }
}

/** The reader of a change in the inbox: their role is that of its project. */
export const readerIn = ({ projects }: Inbox, project: string, id: string) => ({
  id,
  role: projects.find(({ key }) => key === project)?.role ?? ('viewer' as const),
})

/** How many changes wait for the reader, everywhere and in one project; 0 while that is not known. */
export const useWaitingCounts = (project: string | undefined): { everywhere: number; here: number } => {
  const { inbox, readerId } = useInbox()
  const { data } = inbox
  if (data === undefined || readerId === undefined) return { everywhere: 0, here: 0 }
  const waiting = data.changes.filter((change) => waitsFor(change, readerIn(data, change.project, readerId)))
  return { everywhere: waiting.length, here: waiting.filter((change) => change.project === project).length }
}
