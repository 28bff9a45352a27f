import { useMemo, useState } from 'react'
import { filterRows, needsOf } from '../../../../../../shared/features/flags/filter/filter.ts'
import { sorted } from '../../../../../../shared/features/flags/filter/order.ts'
import type { FlagList, FlagRow } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { trpc } from '../../../../trpc.ts'
import type { QueryState } from '../../../loading/loaded.tsx'
import type { Sort } from './list-search.ts'

const getNextPageParam = ({ next }: FlagList) => next ?? undefined

const rowsOf = (pages: readonly FlagList[] | undefined): FlagRow[] => (pages ?? []).flatMap(({ rows }) => rows)

export type ShownFlags = {
  /** For the screen’s loading and empty states: the list without a filter. */
  answer: QueryState<FlagList>
  rows: readonly FlagRow[]
  /** Number of flags that match the filter. Null while unknown. */
  total: number | null
  /** Whether `rows` contains all matching flags. */
  whole: boolean
  /** Fetches the next page, if there is one. */
  more: () => void
}

/**
 * Flags that match a filter, in an order. If all flags of the project are loaded, the page filters them itself.
 * Otherwise the server filters page by page, and the page shows loaded matches until it responds. `typed` is the filter
 * as typed, `query` the debounced filter.
 */
export const useFlagList = (
  project: string,
  { archived, typed, query, sort }: { archived: boolean; typed: string; query: string; sort: Sort | undefined },
): ShownFlags => {
  const base = trpc.flags.list.useInfiniteQuery({ project, archived }, { getNextPageParam })
  // Flag states depend on the log and on evaluation counts, so only the server can filter by them.
  const isUnknown = needsOf(typed).states && !archived
  const hasAll = base.data !== undefined && !base.hasNextPage && !isUnknown
  const asks = typed.trim() !== '' || sort !== undefined
  const ofServer = base.data !== undefined && !hasAll && (query !== '' || sort !== undefined)
  const found = trpc.flags.list.useInfiniteQuery(
    { project, archived, ...(query !== '' && { query }), ...(sort !== undefined && { sort }) },
    { getNextPageParam, enabled: ofServer, placeholderData: (before) => before },
  )
  const [nowMs] = useState(() => Date.now())
  const isTold = ofServer && typed.trim() === query && found.data !== undefined && !found.isPlaceholderData
  const rows = useMemo(() => {
    if (isTold) return rowsOf(found.data.pages)
    const known = new Map(rowsOf(base.data?.pages).map((row) => [row.flag.key, row]))
    if (!hasAll) for (const row of rowsOf(found.data?.pages)) known.set(row.flag.key, row)
    if (!asks) return rowsOf(base.data?.pages)
    // The page cannot tell which flags match.
    if (isUnknown) return []
    return sorted(filterRows([...known.values()], typed, { nowMs }), sort)
  }, [isTold, found.data, base.data, hasAll, asks, typed, nowMs, isUnknown, sort])
  const shown = isTold ? found : base
  const isOwn = hasAll || !asks
  const ownTotal = isUnknown ? null : hasAll ? rows.length : isOwn ? base.data?.pages[0]?.total : null
  const total = isTold ? found.data.pages[0]?.total : ownTotal
  const failed = found.error ? found : base
  return {
    answer: {
      data: base.data?.pages[0],
      error: failed.error,
      dataUpdatedAt: failed.dataUpdatedAt,
      refetch: failed.refetch,
    },
    rows,
    total: total ?? null,
    whole: hasAll || (isTold && !found.hasNextPage),
    more: () => {
      if ((isTold || isOwn) && shown.hasNextPage && !shown.isFetchingNextPage) void shown.fetchNextPage()
    },
  }
}
