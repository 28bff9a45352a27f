import type { ColumnType, JSONColumnType } from 'kysely'
import type {
  InvariantEnforcement,
  PromiseState,
  Statement,
} from '../../../shared/features/promises/schemas/promise.ts'

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
  /** Environment keys. Null means all, including future ones. */
  environments: string[] | null
  force: InvariantEnforcement
  why: string
  /** The flag that this example belongs to. It is deleted together with the flag. */
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
