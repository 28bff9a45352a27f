import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { needsOf } from '../../../../shared/features/flags/filter/filter.ts'
import type { FlagCell, FlagList, FlagPage, FlagRow } from '../../../../shared/features/flags/schemas/flag-view.ts'
import { trpc } from '../../trpc.ts'

type Pages = InfiniteData<FlagList, string | null>
type ListQueryInput = { project?: string; query?: string; sort?: string; archived?: boolean }

/** The input of a cached query, which `getQueryKey` puts second. */
const listQueryInputOf = (key: readonly unknown[]): ListQueryInput =>
  (key[1] as { input?: ListQueryInput } | undefined)?.input ?? {}

const listKey = () => getQueryKey(trpc.flags.list)

/** All cached lists of the project, including those not shown. */
const listsOf = (client: QueryClient, project: string): Pages[] =>
  client
    .getQueriesData<Pages>({
      queryKey: listKey(),
      predicate: ({ queryKey }) => listQueryInputOf(queryKey).project === project,
    })
    .flatMap(([, pages]) => pages ?? [])

/** A flag’s row, if a cached list has it. */
export const rowIn = (client: QueryClient, project: string, flag: string): FlagRow | undefined => {
  for (const { pages } of listsOf(client, project))
    for (const { rows } of pages) {
      const row = rows.find((one) => one.flag.key === flag)
      if (row !== undefined) return row
    }
  return undefined
}

/** Computes a new cell. Undefined leaves it unchanged; null removes it. */
export type CellChange = (cell: FlagCell | undefined) => FlagCell | null | undefined

/** Updates one cell in every cached list that contains the flag. `at` is the time of the publish. */
export const patchCell = (
  client: QueryClient,
  { project, flag, environment, at }: { project: string; flag: string; environment: string; at?: string },
  change: CellChange,
): void => {
  const inRow = (row: FlagRow): FlagRow => {
    if (row.flag.key !== flag) return row
    const next = change(row.cells[environment])
    if (next === undefined) return row
    const { [environment]: _, ...others } = row.cells
    const updatedAt = at !== undefined && at > row.updatedAt ? at : row.updatedAt
    return { ...row, updatedAt, cells: next === null ? others : { ...others, [environment]: next } }
  }
  const inPage = (page: FlagList): FlagList => {
    const rows = page.rows.map(inRow)
    return rows.some((row, index) => row !== page.rows[index]) ? { ...page, rows } : page
  }
  client.setQueriesData<Pages>(
    { queryKey: listKey(), predicate: ({ queryKey }) => listQueryInputOf(queryKey).project === project },
    (list) => list && { ...list, pages: list.pages.map(inPage) },
  )
}

/**
 * Whether an unfiltered list lacks a flag that it should contain, because the flag was just created or restored. A flag
 * beyond the loaded pages does not count.
 */
export const missesRow = (client: QueryClient, project: string, flag: string): boolean =>
  client
    .getQueriesData<Pages>({ queryKey: listKey(), predicate: ({ queryKey }) => isWhole(queryKey, project) })
    .some(([, list]) => {
      const rows = list?.pages.flatMap((page) => page.rows) ?? []
      const reaches = list?.pages.at(-1)?.next === null || flag < (rows.at(-1)?.flag.key ?? '')
      return list !== undefined && reaches && !rows.some((row) => row.flag.key === flag)
    })

const isWhole = (key: readonly unknown[], project: string): boolean => {
  const { archived = false, ...asked } = listQueryInputOf(key)
  return asked.project === project && !archived && asked.sort === undefined && (asked.query ?? '') === ''
}

/** Whether all cached lists and pages of the project’s flags are at these revisions or newer. */
export const knowsRevisions = async (
  client: QueryClient,
  project: string,
  revisions: Readonly<Record<string, number>>,
): Promise<boolean> => {
  const kept = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => listQueryInputOf(queryKey).project === project && holdsFlags(queryKey),
  })
  // A pending request may have started before the revision.
  await Promise.allSettled(kept.map(async ({ promise }) => promise))
  return kept.every(({ state }) => {
    // Safe cast: `holdsFlags` matches only these two.
    const data = state.data as Pages | FlagPage | undefined
    const read: readonly Pick<FlagPage, 'environments'>[] =
      data === undefined ? [] : 'pages' in data ? data.pages : [data]
    return read.every((answer) =>
      Object.entries(revisions).every(([key, revision]) =>
        answer.environments.some((one) => one.key === key && one.revision >= revision),
      ),
    )
  })
}

const holdsFlags = ([path]: readonly unknown[]): boolean =>
  Array.isArray(path) && path[0] === 'flags' && (path[1] === 'list' || path[1] === 'get')

let refreshing: Promise<void> = Promise.resolve()

/**
 * Refreshes lists that were read before a revision, together with the list of keys. A change in three environments
 * causes three calls; the first refresh covers all of them.
 */
export const refreshUnlessRead = (
  client: QueryClient,
  project: string,
  { environment, number }: { environment: string; number: number },
): Promise<void> => {
  refreshing = refreshing.then(async () => {
    const lists = client.getQueryCache().findAll({
      queryKey: listKey(),
      predicate: ({ queryKey }) => listQueryInputOf(queryKey).project === project,
    })
    // Invalidated lists are refetched anyway when they are shown.
    const old = lists.some(({ state }) => {
      // Safe cast: the data of a list query.
      const { pages = [] } = (state.data as Pages | undefined) ?? {}
      return !state.isInvalidated && pages.some((page) => revisionIn(page, environment) < number)
    })
    if (!old) return
    await Promise.all([
      client.invalidateQueries({ queryKey: listKey() }),
      client.invalidateQueries({ queryKey: getQueryKey(trpc.flags.keys) }),
    ])
  })
  return refreshing
}

const revisionIn = ({ environments }: Pick<FlagList, 'environments'>, key: string): number =>
  environments.find((one) => one.key === key)?.revision ?? 0

/** Refreshes lists whose filter or order may depend on what was published. */
export const refreshFound = (client: QueryClient, project: string): void => {
  void client.invalidateQueries({
    queryKey: listKey(),
    predicate: ({ queryKey }) => {
      const asked = listQueryInputOf(queryKey)
      return asked.project === project && (asked.sort === 'updated' || needsOf(asked.query ?? '').cells)
    },
  })
}
