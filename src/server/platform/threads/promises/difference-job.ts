import { engineOf } from '../../../../shared/impact/compile.ts'
import { type Difference, differenceIn } from '../../../../shared/impact/difference.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** Two states, and the flag of which is told who gets another answer. */
export interface DifferenceJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly flag: string
  readonly nowMs: number
  /** Of the sets, and further ones of saying them. */
  readonly steps: number
}

/** The same wherever it runs: budgets count steps. */
export const differenceFor = ({ before, after, flag, nowMs, steps }: DifferenceJob): Difference =>
  differenceIn(engineOf(before), engineOf(after), flag, { nowMs, steps, coverSteps: steps })
