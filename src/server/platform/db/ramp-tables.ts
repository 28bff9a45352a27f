import type { ColumnType, Generated } from 'kysely'
import type { RampBaseline } from '../../../shared/features/ramps/ramp-document.ts'
import type { RampPlan, RampState, SavedRampPlan, WorkingHours } from '../../../shared/features/ramps/schemas/ramp.ts'

export interface RampTables {
  ramp: RampTable
  rampPlan: RampPlanTable
  freezeWindow: FreezeTable
  workingHours: WorkingHoursTable
}

/** Written as JSON text, read as the parsed value. */
type JsonColumn<T> = ColumnType<T, string, string>

export interface RampTable {
  id: string
  projectId: string
  number: number
  environmentId: string
  flag: string
  /** The change that starts the ramp. */
  changeId: string
  plan: JsonColumn<RampPlan>
  /** The rule before the first step. */
  ground: JsonColumn<RampBaseline>
  state: RampState
  /** Index of the current step; also 0 before the start. */
  step: number
  /** Why the ramp is paused, or how it ended. */
  why: string | null
  /** Why a due step cannot be taken yet. */
  held: string | null
  /** User responsible. Steps are published with their permissions. */
  byName: string
  personId: string | null
  tokenId: string | null
  /** The newest revision of the flag that the ramp has processed. */
  headNumber: number
  proposedAt: Date
  startedAt: Date | null
  enteredAt: Date | null
  /** When the ramp is processed next, unless its flag changes. */
  dueAt: Date | null
  /** When the next guard check is due. Null without guards. */
  lookAt: Date | null
  /** Number of guard checks made. */
  looks: Generated<number>
  /** Until then one server has the ramp leased. */
  leasedUntil: Date | null
  /** Number of servers in a row that stopped during a guard check. */
  interrupted: Generated<number>
  /** Guards that a user overrode by resuming: their indexes, and `reports`. */
  overruled: ColumnType<string[], string | undefined, string>
  /** Incremented by each transition, from 1. Commands name the version that their author saw. */
  version: Generated<number>
  endedAt: Date | null
}
export interface RampPlanTable {
  projectId: string
  name: string
  plan: JsonColumn<Omit<SavedRampPlan, 'name'>>
}
interface WorkingHoursTable {
  environmentId: string
  hours: JsonColumn<WorkingHours>
}
export interface FreezeTable {
  id: string
  environmentId: string
  fromAt: Date
  toAt: Date
  why: string
  madeBy: string
  madeAt: Date
}
