import { skipToken } from '@tanstack/react-query'
import type { Change, ChangeSubject } from '../../../../shared/features/changes/schemas/change.ts'
import { trpc } from '../../trpc.ts'
import { samePlace } from './change-edit.ts'

/**
 * The open change that a page edits, if the user may and it has an entry for this subject. Null while unknown,
 * undefined if there is none.
 */
export const useEditedChange = (
  project: string,
  number: number | undefined,
  place: ChangeSubject,
): Change | null | undefined => {
  const query = trpc.changes.get.useQuery(number === undefined ? skipToken : { project, change: number })
  if (number === undefined || query.isError) return undefined
  if (query.data === undefined) return null
  const { can, entries } = query.data
  return can.edit === null && entries.some((entry) => samePlace(entry, place)) ? query.data : undefined
}
