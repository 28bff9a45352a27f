import type { Documents } from '../../engine/prerequisite.ts'
import { type FlagReading, type Format, type ProjectedFlag, projectFlag } from './reading.ts'
import { leadsToAnEnd } from './references.ts'

/** Whether a format can express one flag. Projects only this flag and its dependencies. */
export const readingOf = (format: Format, documents: Documents, key: string): FlagReading => {
  const known = new Map<string, ProjectedFlag>()
  const project = (wanted: string): ProjectedFlag => {
    const made = known.get(wanted) ?? projectFlag(format, documents, wanted, project)
    known.set(wanted, made)
    return made
  }
  return leadsToAnEnd(documents, key) ? project(key).reading : { because: { code: 'circle' } }
}
