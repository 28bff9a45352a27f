import type { Datafile } from '../../../../../shared/schemas/datafile.ts'
import { trpc } from '../../../trpc.ts'
import type { Column } from './columns.ts'

/** The datafile of each column. Undefined while loading, null if loading failed. */
export const useColumnDatafiles = (project: string, columns: readonly Column[]): (Datafile | null | undefined)[] => {
  const queries = trpc.useQueries((api) =>
    columns.map(({ environment, at }) =>
      api.history.asOf({ project, environment, ...(at === undefined ? {} : { at }) }),
    ),
  )
  return queries.map(({ data, error }) => data ?? (error ? null : undefined))
}
