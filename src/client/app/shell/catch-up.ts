import type { QueryClient } from '@tanstack/react-query'
import { knowsRevisions } from '../features/flags/flag-lists.ts'
import type { api } from '../trpc.ts'

/**
 * Reads what was published or moved between a page's first reading and the moment from which it hears of changes. Flags
 * are read again only where an environment stood at a newer revision by then than they were read at.
 */
export const catchUp = async (
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
