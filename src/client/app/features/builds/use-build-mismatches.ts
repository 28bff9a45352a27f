import {
  type BuildMismatch,
  blocksPublish,
  buildMismatchesOf,
} from '../../../../shared/features/builds/build-mismatch.ts'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { trpc } from '../../trpc.ts'
import type { ProposedDocument } from '../affected/effect-question.ts'

/** A live build with a server key that a publish would break, and whether that blocks the publish. */
export type BuildMismatchReport = {
  readonly flag: string
  readonly name: string
  readonly version: string
  readonly programs: number
  readonly lastSeenAt: string
  readonly harm: BuildMismatch
  readonly held: boolean
}

export type BuildMismatchesInput = { project: string; environment: Environment; edits: readonly ProposedDocument[] }

/** Flags that fit in a URL. For more, only the server checks. */
const mostAsked = 50

/**
 * The live builds that a publish would break, computed with the server’s function. Empty while unknown and without
 * input.
 */
export const useBuildMismatches = (asked: BuildMismatchesInput | undefined): readonly BuildMismatchReport[] => {
  const { project = '', environment, edits = [] } = asked ?? {}
  const flags = edits.flatMap((edit) => (edit.kind === 'flag' ? [edit] : []))
  const keys = flags.map(({ key }) => key)
  const place = { project, environment: environment?.key ?? '' }
  const enabled = environment !== undefined && keys.length > 0 && keys.length <= mostAsked
  const builds = trpc.builds.readers.useQuery({ ...place, flags: keys }, { enabled }).data ?? []
  const subjects = keys.map((key) => ({ kind: 'flag' as const, key }))
  const ground = trpc.history.asOf.useQuery({ ...place, subjects }, { enabled: enabled && builds.length > 0 }).data
  if (!enabled || ground === undefined) return []
  return flags.flatMap(({ key: flag, document: after }) =>
    buildMismatchesOf({ flag, before: ground.flags[flag] ?? null, after }, builds).map(({ build, harm }) => ({
      ...{ flag, harm, held: blocksPublish(harm, environment.protected) },
      ...{ name: build.name, version: build.version, programs: build.programs, lastSeenAt: build.lastSeenAt },
    })),
  )
}
