import type { Db } from '../../platform/db/pool.ts'
import type { PackedRelease, Release } from './release.ts'

/** Every release that was ever served, in no order. */
export const allReleases = (db: Db): Promise<Release[]> =>
  db.selectFrom('packageRelease').select(['name', 'version', 'manifest', 'releasedAt', 'integrity', 'shasum']).execute()

/** The tarball of a release; undefined where it was never served. */
export const findTarball = async (db: Db, name: string, version: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('packageRelease')
    .select('tarball')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.tarball
}

/** Keeps a release, unless its version is there already: what was served once stays as it was. */
export const putRelease = async (db: Db, { manifest, ...release }: PackedRelease): Promise<void> => {
  await db
    .insertInto('packageRelease')
    .values({ ...release, manifest: JSON.stringify(manifest) })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .execute()
}
