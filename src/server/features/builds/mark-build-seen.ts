import type { Db } from '../../platform/db/pool.ts'
import { type BuildName, lockLogShared, touchBuild } from './queries.ts'

/** Updates when a build was last seen, serialized with publishes. Returns false if the build is unknown. */
export const markBuildSeen = (db: Db, name: BuildName, at: Date): Promise<boolean> =>
  db
    .transaction()
    .execute(async (tx) => (await lockLogShared(tx, name.environmentId)) && (await touchBuild(tx, name, at)))
