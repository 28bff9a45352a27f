import type { FlagInsight } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { liveSince } from '../builds/list-builds.ts'
import { hasLiveBuilds, readersOf } from '../builds/queries.ts'
import { countReadsOf, extinctionsOf, scansOf } from '../code-references/queries.ts'
import { invariantsNamingFlag } from '../promises/queries.ts'

/** What builds and scanned code reveal about flags, and the promises that name them. */
export type CodeEvidence = {
  readonly told: boolean
  readonly scanned: boolean
  readonly of: (flag: string) => Pick<FlagInsight, 'builds' | 'code' | 'promises'>
}

/** Collects what live builds, scanned code and promises reveal about some flags of a project. */
export async function codeEvidence(ctx: ProjectCtx, flags: readonly string[]): Promise<CodeEvidence> {
  const { db, project } = ctx
  const since = liveSince(ctx.now())
  const scans = await scansOf(db, project)
  const told = await hasLiveBuilds(db, project, since)
  const scanned = scans.scannedAt !== null
  const scannedAt = scans.scannedAt?.toISOString() ?? null
  if (flags.length === 0)
    return { told, scanned, of: () => ({ builds: nobody(told), code: unread(scannedAt), promises: [] }) }
  const found = await Promise.all([
    readersOf(db, project, since, flags),
    countReadsOf(db, project, flags),
    extinctionsOf(db, project, flags),
    invariantsNamingFlag(db, project, flags),
  ])
  const readers = new Map(found[0].map((one) => [one.flag, one]))
  const reads = new Map(found[1].map((one) => [one.flag, one.reads]))
  const gone = new Map(found[2].map((one) => [one.flag, one]))
  const promises = new Map(found[3].map((one) => [one.flag, one.promises]))
  return {
    told,
    scanned,
    of: (flag) => {
      const [left, reader] = [gone.get(flag), readers.get(flag)]
      return {
        builds: reader ? { told, live: reader.live, names: reader.names } : nobody(told),
        code: {
          scannedAt,
          reads: reads.get(flag) ?? 0,
          gone: left
            ? { repository: left.repository, branch: left.branch, commit: left.commit, at: left.at.toISOString() }
            : null,
        },
        promises: promises.get(flag) ?? [],
      }
    },
  }
}

const nobody = (told: boolean): FlagInsight['builds'] => ({ told, live: 0, names: [] })
const unread = (scannedAt: string | null): FlagInsight['code'] => ({ scannedAt, reads: 0, gone: null })
