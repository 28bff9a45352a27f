import type { Db } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { allReleases, insertRelease } from './queries.ts'
import type { PackedRelease } from './release.ts'

/**
 * Stores the packages bundled with this server permanently, so that later servers keep serving them. A version that was
 * already served with other bytes stays unchanged, because lock files contain its hash.
 */
export async function storePackages(db: Db, log: Log, packed: readonly PackedRelease[]): Promise<void> {
  const known = new Map((await allReleases(db)).map((release) => [`${release.name}@${release.version}`, release]))
  for (const release of packed) {
    const id = `${release.name}@${release.version}`
    const kept = known.get(id)
    if (!kept) await insertRelease(db, release)
    else if (kept.integrity !== release.integrity) {
      log.warn({ package: id }, 'this version was served before with other content, which stays; give it a new version')
    }
  }
}
