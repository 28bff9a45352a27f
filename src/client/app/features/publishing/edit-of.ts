import type { DocumentDifference } from '../../../../shared/features/publishing/schemas/history.ts'
import type { ProposedDocument } from '../affected/effect-question.ts'

/** Converts the end state of a difference to an edit. */
export const editOf = ({ kind, key, after }: Pick<DocumentDifference, 'kind' | 'key' | 'after'>): ProposedDocument =>
  // Safe cast: a difference has documents of its kind.
  ({ kind, key, document: after }) as ProposedDocument
