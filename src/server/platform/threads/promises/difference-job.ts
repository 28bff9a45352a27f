import { engineOf } from '../../../../shared/impact/compile.ts'
import { type Difference, differenceIn } from '../../../../shared/impact/difference.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** Two states, and the flag whose differing users are computed. */
export interface DifferenceJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly flag: string
  readonly nowMs: number
  /** Step budget for building the sets. Describing them has its own budget. */
  readonly steps: number
}

/** Deterministic wherever it runs, because budgets count steps. */
export const differenceFor = ({ before, after, flag, nowMs, steps }: DifferenceJob): Difference =>
  differenceIn(engineOf(before), engineOf(after), flag, { nowMs, steps, coverSteps: steps })
