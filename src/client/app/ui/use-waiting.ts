import { skipToken } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'
import { useReader } from './use-reader.ts'
import { waitingStates, waitsFor } from './waiting.ts'

/** How many changes of a project wait for the reader, for the rail; 0 while that is not known. */
export const useWaitingCount = (project: string | undefined): number => {
  const reader = useReader(project)
  const input = project === undefined ? skipToken : { project, states: [...waitingStates], limit: 200 }
  const { data } = trpc.changes.list.useQuery(input)
  if (data === undefined || reader === undefined) return 0
  return data.changes.filter((change) => waitsFor(change, reader)).length
}
