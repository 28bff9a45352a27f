import type { Statement } from '../../../../shared/features/promises/schemas/promise.ts'
import { prove, proveChange, type Verdict } from '../../../../shared/impact/promise/prove.ts'
import { keptTogether } from '../../../../shared/impact/promise/prove-together.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** A promise to prove of a state or, with `before`, of the step from one state to another. */
export interface ProofJob {
  readonly before: Datafile | null
  readonly after: Datafile
  readonly statement: Statement
  readonly nowMs: number
}

/** The promises of one publish, to be proven in one model. */
export interface TogetherJob {
  readonly before: Datafile
  readonly after: Datafile
  readonly statements: readonly Statement[]
  readonly nowMs: number
}

/** The same wherever it runs: budgets count steps. */
export const proofOf = ({ before, after, statement, nowMs }: ProofJob, steps?: number): Verdict => {
  const options = steps === undefined ? { nowMs } : { nowMs, steps }
  return before === null ? prove(after, statement, options) : proveChange(before, after, statement, options)
}

/** The places in the list of those that are certainly kept; undefined where the steps are used. */
export const togetherOf = (
  { before, after, statements, nowMs }: TogetherJob,
  steps?: number,
): ReadonlySet<number> | undefined =>
  keptTogether(before, after, statements, steps === undefined ? { nowMs } : { nowMs, steps })
