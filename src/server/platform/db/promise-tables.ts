import type { ColumnType, JSONColumnType } from 'kysely'
import type { Force, PromiseState, Statement } from '../../../shared/features/promises/schemas/promise.ts'

/** The tables of promises. */
export interface PromiseTables {
  promise: PromiseTable
  promiseReference: PromiseReferenceTable
  revisionBreach: RevisionBreachTable
}

export interface PromiseTable {
  id: string
  projectId: string
  key: string
  name: string
  statement: JSONColumnType<Statement>
  /** Keys; null for all, those to come included. */
  environments: string[] | null
  force: Force
  why: string
  /** The flag it is an example of, and goes with. */
  flagId: string | null
  ownerId: string | null
  ownerName: string
  createdAt: Date
}
interface PromiseReferenceTable {
  promiseId: string
  kind: 'flag' | 'segment'
  key: string
}
interface RevisionBreachTable {
  environmentId: string
  number: number
  promise: string
  name: string
  sentence: string
  state: ColumnType<PromiseState, never, never>
  reason: string | null
}
