import { useMemo } from 'react'
import type { FlagState } from '../../../../shared/schemas/insights.ts'
import { trpc } from '../../trpc.ts'
import { asksForState } from './filter.ts'

/** The state of each flag by its key; asked for only where a filter names one. */
export const useFlagStates = (project: string, query: string): ReadonlyMap<string, FlagState> | undefined => {
  const { data } = trpc.insights.states.useQuery({ project }, { enabled: asksForState(query) })
  return useMemo(() => data && new Map(data.flags.map(({ flag, state }) => [flag, state])), [data])
}
