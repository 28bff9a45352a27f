import type { ConnectedApplication } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'

/** The connections that have one revision: how many, and with which keys. */
export type RevisionColumn = { revision: number; streams: number; names: readonly string[] }

/** So many revisions before the newest are shown even where nobody has them, so that the line is one of revisions. */
const shownBack = 4

/**
 * The connections of an environment by the revision they have, oldest first; `current` is how many have the newest of `all`.
 * Older revisions stand there only where somebody has them, besides the last few.
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
