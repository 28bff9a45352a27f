import type { ColumnType } from 'kysely'
import type { LookBody } from '../../../shared/features/ramps/schemas/guard.ts'

/** The tables of what ramps are watched by. */
export interface GuardTables {
  runLook: RunLookTable
  guardSource: GuardSourceTable
}

/** What was seen at one moment; never written anew. */
interface RunLookTable {
  projectId: string
  /** The run's number. */
  run: number
  number: number
  at: Date
  /** Whether something followed from it: it is kept as long as its project. */
  decisive: boolean
  body: ColumnType<LookBody, string, never>
}
/** Another system that guards ask. */
export interface GuardSourceTable {
  projectId: string
  key: string
  kind: 'prometheus' | 'verdict'
  url: string
  /** A bearer token, or what questions are signed with. */
  sealed: string | null
  madeBy: string
  madeAt: Date
}
