import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import { trpc } from '../../../../trpc.ts'
import { comingIn, openStates } from './coming.ts'

const none: readonly ChangeSummary[] = []

/** The open changes that touch a flag, by environment: they are heard of as soon as somebody makes one. */
export const useComing = (project: string, flag: string): ((environment: string) => ChangeSummary[]) => {
  const input = { project, kind: 'flag' as const, key: flag, states: openStates, limit: 50 }
  const changes = trpc.changes.list.useQuery(input, { staleTime: 30_000 }).data?.changes ?? none
  return (environment) => comingIn(changes, flag, environment)
}
