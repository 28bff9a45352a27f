import type { InvariantViolation } from '../../../shared/features/promises/schemas/promise.ts'
import type { Revision, SubjectKind } from '../../../shared/features/publishing/schemas/revision.ts'
import type { RevisionTable } from '../../platform/db/schema.ts'

type Subject = { kind: SubjectKind; key: string }
type Row = Omit<RevisionTable, 'environmentId' | 'digest'>

export const revisionView = (
  environment: string,
  row: Row,
  subjects: readonly Subject[],
  broke: readonly InvariantViolation[] = [],
): Revision => ({
  environment,
  number: row.number,
  publishedAt: row.publishedAt.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  message: row.message,
  mark: row.mark,
  change: row.changeNumber,
  subjects: subjects.map(({ kind, key }) => ({ kind, key })),
  ...(broke.length > 0 && { broke: [...broke] }),
})
