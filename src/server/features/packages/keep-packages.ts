import type { Db } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { allReleases, putRelease } from './queries.ts'
import type { PackedRelease } from './release.ts'

/**
 * Keeps the packages that came with this server for good, so that what it serves is served by every later one, too. A
 * version that was served before with other bytes stays as it was: somebody's lock file has its hash.
 */
export async function keepPackages(db: Db, log: Log, packed: readonly PackedRelease[]): Promise<void> {
  const known = new Map((await allReleases(db)).map((release) => [`${release.name}@${release.version}`, release]))
  for (const release of packed) {
    const id = `${release.name}@${release.version}`
    const kept = known.get(id)
    if (!kept) await putRelease(db, release)
    else if (kept.integrity !== release.integrity) {
      log.warn({ package: id }, 'this version was served before with other content, which stays; give it a new version')
    }
  }
}
