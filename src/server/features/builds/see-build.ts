import type { Db } from '../../platform/db/pool.ts'
import { type BuildName, holdEnvironment, touchBuild } from './queries.ts'

/** Notes that a build was seen, in turn with whoever publishes; false where it is not known. */
export const seeBuild = (db: Db, name: BuildName, at: Date): Promise<boolean> =>
  db
    .transaction()
    .execute(async (tx) => (await holdEnvironment(tx, name.environmentId)) && (await touchBuild(tx, name, at)))
