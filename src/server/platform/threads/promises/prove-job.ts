import type { Statement } from '../../../../shared/features/promises/schemas/promise.ts'
import { prove, proveChange, type Verdict } from '../../../../shared/impact/promise/prove.ts'
import { invariantsKeptTogether } from '../../../../shared/impact/promise/prove-together.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** An invariant to prove for a state or, with `before`, for the step between two states. */
export interface ProofJob {
  readonly before: Datafile | null
  readonly after: Datafile
  readonly statement: Statement
  readonly nowMs: number
}

/** The invariants of one publish, to prove in one model. */
export interface InvariantsJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly statements: readonly Statement[]
  readonly nowMs: number
}

/** Deterministic wherever it runs, because budgets count steps. */
export const runProofJob = ({ before, after, statement, nowMs }: ProofJob, steps?: number): Verdict => {
  const options = steps === undefined ? { nowMs } : { nowMs, steps }
  return before === null ? prove(after, statement, options) : proveChange(before, after, statement, options)
}

/** Returns the indexes of the statements that certainly hold. Undefined if the steps are used up. */
export const runInvariantsJob = (
  { before, after, statements, nowMs }: InvariantsJob,
  steps?: number,
): ReadonlySet<number> | undefined =>
  invariantsKeptTogether(before, after, statements, steps === undefined ? { nowMs } : { nowMs, steps })
