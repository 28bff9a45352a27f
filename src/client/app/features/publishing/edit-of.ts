import type { DocumentDifference } from '../../../../shared/features/publishing/schemas/history.ts'
import type { Edited } from '../affected/effect-question.ts'

/** What a difference ends with, as an edit. */
export const editOf = ({ kind, key, after }: Pick<DocumentDifference, 'kind' | 'key' | 'after'>): Edited =>
  // a difference holds documents of its kind
  ({ kind, key, document: after }) as Edited
