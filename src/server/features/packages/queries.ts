import type { Db } from '../../platform/db/pool.ts'
import type { PackedRelease, Release } from './release.ts'

export const allReleases = (db: Db): Promise<Release[]> =>
  db.selectFrom('packageRelease').select(['name', 'version', 'manifest', 'releasedAt', 'integrity', 'shasum']).execute()

/** The tarball of a release. Undefined if it was never served. */
export const findTarball = async (db: Db, name: string, version: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('packageRelease')
    .select('tarball')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.tarball
}

/** Stores a release, unless its version exists. Served releases are immutable. */
export const insertRelease = async (db: Db, { manifest, ...release }: PackedRelease): Promise<void> => {
  await db
    .insertInto('packageRelease')
    .values({ ...release, manifest: JSON.stringify(manifest) })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .execute()
}
