import type { FlagDocument } from '../../schemas/flag.ts'
import type { Documents } from '../prerequisite.ts'
import { referredBy, segmentOf } from '../prerequisite.ts'
import type { ProfileName } from '../profile.ts'
import { collectProfiles } from '../profile-names.ts'

/** Whether a flag, or a segment it refers to, has anything that only the superset has. */
export const isWide = (flag: FlagDocument, documents: Documents): boolean => {
  const names = new Set<ProfileName>()
  collectProfiles(flag, names)
  referredBy(documents, flag.key, (segment) => collectProfiles(segmentOf(documents, segment), names))
  return names.has('wide')
}
