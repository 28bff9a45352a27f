import type { Documents } from '../../engine/prerequisite.ts'
import { type Format, type FormatSupport, type ProjectedFlag, projectFlag } from './format-support.ts'
import { hasNoReferenceCycle } from './references.ts'

/** Whether a format can express one flag. Projects only this flag and its dependencies. */
export const formatSupportOf = (format: Format, documents: Documents, key: string): FormatSupport => {
  const known = new Map<string, ProjectedFlag>()
  const project = (wanted: string): ProjectedFlag => {
    const made = known.get(wanted) ?? projectFlag(format, documents, wanted, project)
    known.set(wanted, made)
    return made
  }
  return hasNoReferenceCycle(documents, key) ? project(key).reading : { because: { code: 'circle' } }
}
