import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SubjectKind } from '../../../shared/features/publishing/schemas/revision.ts'

export type Subject = { kind: SubjectKind; key: string }

/**
 * Subjects as a table of `kind` and `key`. Uses two parameters for any number of subjects, because a statement can have
 * at most 65,535.
 */
export const subjectsTable = (subjects: readonly Subject[]): RawBuilder<Subject> => {
  const kinds = subjects.map((subject) => subject.kind)
  const keys = subjects.map((subject) => subject.key)
  return sql<Subject>`unnest(${kinds}::text[], ${keys}::text[])`
}

/** SQL condition that two columns name one of the given subjects. */
export const isOneOfSubjects = (kind: string, key: string, subjects: readonly Subject[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(kind)}, ${sql.ref(key)}) in (select * from ${subjectsTable(subjects)})`
