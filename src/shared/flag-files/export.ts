import type { FileBaseline } from '../features/flag-files/schemas/file-changes.ts'
import type { FlagFileContent } from '../features/flag-files/schemas/filed.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { filedFlag, filedSegment, type OpenRuns } from './documents.ts'

/** The state of an environment at a revision. */
export type EnvironmentHead = {
  readonly revision: number
  readonly flags: Readonly<Record<string, FlagDocument>>
  readonly segments: Readonly<Record<string, SegmentDocument>>
}

/** A project, with the state of each environment by key. */
export type ProjectState = FileBaseline & { readonly heads: Readonly<Record<string, EnvironmentHead>> }

/** Reads an own property. Safe for keys such as `constructor`. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

export const openRuns = ({ environments }: FileBaseline): OpenRuns =>
  Object.fromEntries(environments.map(({ key, runs }) => [key, new Set(runs)]))

/** Exports every flag that is not archived, and every segment, as files. */
export function exported(state: ProjectState): FlagFileContent[] {
  const runs = openRuns(state)
  const everywhere = <T>(pick: (head: EnvironmentHead) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      state.environments.flatMap(({ key }) => {
        const head = own(state.heads, key)
        const document = head && pick(head)
        return document === undefined ? [] : [[key, document]]
      }),
    )
  return [
    ...state.flags
      .filter(({ archived }) => !archived)
      .map(({ archived: _archived, ...facts }) =>
        filedFlag(
          facts,
          everywhere(({ flags }) => own(flags, facts.key)),
          runs,
        ),
      ),
    ...state.segments.map((facts) =>
      filedSegment(
        facts,
        everywhere(({ segments }) => own(segments, facts.key)),
      ),
    ),
  ]
}
