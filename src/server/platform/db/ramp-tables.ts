import type { ColumnType, Generated } from 'kysely'
import type { RampGround } from '../../../shared/features/ramps/document-at.ts'
import type { KeptRampPlan, RampPlan, RampState, WorkingHours } from '../../../shared/features/ramps/schemas/ramp.ts'

/** The tables of ramps and freezes. */
export interface RampTables {
  ramp: RampTable
  rampPlan: RampPlanTable
  freezeWindow: FreezeTable
  workingHours: WorkingHoursTable
}

/** Written as JSON text, read as what was written. */
type JsonColumn<T> = ColumnType<T, string, string>

export interface RampTable {
  id: string
  projectId: string
  number: number
  environmentId: string
  flag: string
  /** The change that starts it. */
  changeId: string
  plan: JsonColumn<RampPlan>
  /** The rule as it was before the first step. */
  ground: JsonColumn<RampGround>
  state: RampState
  /** Index of the step it is at; 0 also before it started. */
  step: number
  /** Why it is paused, or how it ended. */
  why: string | null
  /** What a step that is due waits for. */
  held: string | null
  /** Who answers for it: with their right the steps are taken. */
  byName: string
  personId: string | null
  tokenId: string | null
  /** The newest revision of the flag that the ramp knows of. */
  headNumber: number
  proposedAt: Date
  startedAt: Date | null
  enteredAt: Date | null
  /** When it is looked at next, unless the flag moves. */
  dueAt: Date | null
  /** When its guards are looked at next; null without guards. */
  lookAt: Date | null
  /** How many looks there were. */
  looks: Generated<number>
  /** Until then some server looks. */
  leasedUntil: Date | null
  /** The guards in spite of which somebody resumed it: their places, and `reports`. */
  overruled: ColumnType<string[], string | undefined, string>
  /** Counts the transitions, from 1. An act names the version that its author saw. */
  version: Generated<number>
  endedAt: Date | null
}
export interface RampPlanTable {
  projectId: string
  name: string
  plan: JsonColumn<Omit<KeptRampPlan, 'name'>>
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
