import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import { trpc } from '../../../../trpc.ts'
import { openChangesOfFlag, openStates } from './open-changes.ts'

const none: readonly ChangeSummary[] = []

/** Open changes to a flag, by environment. Updated live. */
export const useOpenChanges = (project: string, flag: string): ((environment: string) => ChangeSummary[]) => {
  const input = { project, kind: 'flag' as const, key: flag, states: openStates, limit: 50 }
  const changes = trpc.changes.list.useQuery(input, { staleTime: 30_000 }).data?.changes ?? none
  return (environment) => openChangesOfFlag(changes, flag, environment)
}
