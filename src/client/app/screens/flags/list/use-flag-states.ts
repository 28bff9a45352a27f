import { useMemo } from 'react'
import { needsOf } from '../../../../../shared/flag-filter/filter.ts'
import type { FlagState } from '../../../../../shared/schemas/insights.ts'
import { trpc } from '../../../trpc.ts'

/** The state of each flag by its key, none where it cannot be read; asked for only where a filter names one, and `wanted`. */
export const useFlagStates = (
  project: string,
  query: string,
  wanted: boolean,
): ReadonlyMap<string, FlagState> | undefined => {
  const { data, isError } = trpc.insights.states.useQuery({ project }, { enabled: wanted && needsOf(query).states })
  return useMemo(
    () => (data || isError ? new Map(data?.flags.map(({ flag, state }) => [flag, state])) : undefined),
    [data, isError],
  )
}
