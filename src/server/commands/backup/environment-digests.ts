import { digestOf } from '../../../shared/datafile/digest.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { everyHeadNumber, headsOf } from '../../features/publishing/log-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { EnvironmentDigest } from './manifest.ts'

/** Computes the digest of every environment, one environment at a time. */
export async function environmentDigests(db: Db): Promise<EnvironmentDigest[]> {
  const digests: EnvironmentDigest[] = []
  for (const { id, headNumber } of await everyHeadNumber(db)) {
    const heads = await headsOf(db, id)
    const documents = <D>(of: 'flag' | 'segment') =>
      Object.fromEntries(heads.filter(({ kind }) => kind === of).map(({ key, document }) => [key, document as D]))
    const digest = digestOf(documents<FlagDocument>('flag'), documents<SegmentDocument>('segment'))
    digests.push({ id, revision: headNumber, digest })
  }
  return digests
}
