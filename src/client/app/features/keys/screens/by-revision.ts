import type { ConnectedApplication } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'

/** Connections that have one revision: their number and the names of their keys. */
export type RevisionColumn = { revision: number; streams: number; names: readonly string[] }

/** Revisions before the newest that are shown even without connections, so that the line shows revisions in context. */
const shownBack = 4

/**
 * Groups the connections of an environment by revision, oldest first. `current` of `all` connections have the newest
 * revision. Older revisions without connections are omitted, except the last few.
 */
export const byRevision = (
  applications: readonly ConnectedApplication[],
  { key, revision: newest }: Pick<Environment, 'key' | 'revision'>,
): { columns: RevisionColumn[]; current: number; all: number } => {
  const there = applications.filter(({ environment }) => environment === key)
  const revisions = new Set(there.map(({ revision }) => Math.min(revision, newest)))
  for (let back = 0; back <= shownBack; back++) if (newest - back > 0) revisions.add(newest - back)
  const columns = [...revisions]
    .toSorted((a, b) => a - b)
    .map((revision): RevisionColumn => {
      const here = there.filter((one) => Math.min(one.revision, newest) === revision)
      const names = here.map(({ name }) => name ?? 'an application')
      return {
        revision,
        streams: here.reduce((sum, { streams }) => sum + streams, 0),
        names: [...new Set(names)],
      }
    })
  return {
    columns,
    current: columns.find(({ revision }) => revision === newest)?.streams ?? 0,
    all: columns.reduce((sum, { streams }) => sum + streams, 0),
  }
}
