import type { QueryClient } from '@tanstack/react-query'
import { knowsRevisions } from '../features/flags/flag-lists.ts'
import type { api } from '../trpc.ts'

/**
 * Refetches what changed between the page’s first requests and the start of its live updates. Refetches flags only if
 * an environment has a newer revision than was read.
 */
export const refetchMissedChanges = async (
  utils: typeof api,
  client: QueryClient,
  project: string,
  revisions: Readonly<Record<string, number>>,
): Promise<void> => {
  const { segments, revisions: log, history, changes, promises, ramps } = utils
  const rest = [segments, log, history, changes, promises, ramps].map((part) => part.invalidate())
  if (!(await knowsRevisions(client, project, revisions))) await utils.flags.invalidate()
  await Promise.all(rest)
}
