import type { ProjectRevision } from '../../../../../shared/features/publishing/schemas/history.ts'

const named = 3

/** Flags and segments in a revision, the first few by name: `flag checkout, segment staff and 4 more`. */
export const touchedText = ({ subjects, touched }: Pick<ProjectRevision, 'subjects' | 'touched'>): string => {
  const names = subjects.slice(0, named).map(({ kind, key }) => `${kind} ${key}`)
  const more = touched - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
