import type { ColumnType } from 'kysely'
import type { GuardCheckResult } from '../../../shared/features/ramps/schemas/guard.ts'

/** Tables of guard checks and guard sources. */
export interface GuardTables {
  runLook: RunLookTable
  guardSource: GuardSourceTable
}

/** One guard check. Rows are never updated. */
interface RunLookTable {
  projectId: string
  run: number
  number: number
  at: Date
  /** Whether the check had a consequence. Decisive checks are stored as long as their project. */
  decisive: boolean
  body: ColumnType<GuardCheckResult, string, never>
}
/** Another system that guards query. */
export interface GuardSourceTable {
  projectId: string
  key: string
  kind: 'prometheus' | 'verdict'
  url: string
  /** A bearer token, or the secret that requests are signed with. */
  sealed: string | null
  madeBy: string
  madeAt: Date
}
