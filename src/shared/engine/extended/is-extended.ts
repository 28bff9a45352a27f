import type { FlagDocument } from '../../schemas/flag.ts'
import { collectModules } from '../module-names.ts'
import type { ModuleName } from '../optional-module.ts'
import type { Documents } from '../prerequisite.ts'
import { flagReferencesOf, segmentOf } from '../prerequisite.ts'

/** Whether a flag, or a segment it refers to, uses the extended model. */
export const isExtended = (flag: FlagDocument, documents: Documents): boolean => {
  const names = new Set<ModuleName>()
  collectModules(flag, names)
  flagReferencesOf(documents, flag.key, (segment) => collectModules(segmentOf(documents, segment), names))
  return names.has('wide')
}
