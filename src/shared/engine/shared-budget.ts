import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { CompiledFlag } from './compile.ts'
import { fullBudgetRepeats, left, setEvaluationBudget, spentDetail } from './meter.ts'
import { failure, type Outcome } from './outcome.ts'

type BudgetLimits = { readonly steps: number; readonly bytes: number }

const whole: BudgetLimits = { steps: limits.evaluationSteps, bytes: limits.evaluationBytes }
const scantBudget: BudgetLimits = { steps: limits.scantSteps, bytes: limits.scantBytes }

/** The error detail of a flag that was refused because the request's shared budget is exhausted. */
export const sharedSpentDetail =
  `the flags of this request together take more than ${limits.bulkSteps} steps or ${limits.bulkBytes} bytes: ` +
  'ask for this flag by itself'

const refusals = new WeakMap<CompiledFlag, Outcome>()

/**
 * The budget shared by the evaluations of one request. As long as some is left, each evaluation has its own full
 * budget. After that, each has a small one: ordinary flags are still evaluated, expensive ones are refused. Results
 * depend only on the flags, their order, the context and the instant.
 */
export class SharedBudget {
  #steps = 0
  #bytes = 0

  get steps(): number {
    return this.#steps
  }

  /** Whether further evaluations have the small budget. */
  get isSpent(): boolean {
    return this.#steps >= limits.bulkSteps || this.#bytes >= limits.bulkBytes
  }

  /** Evaluates a flag, independent of the meter's current state. Must not be called within another evaluation. */
  pick(flag: CompiledFlag, context: Context, nowMs: number): Outcome {
    const most = this.isSpent ? scantBudget : whole
    setEvaluationBudget(most)
    const again = fullBudgetRepeats()
    const outcome = flag.pick(context, nowMs)
    this.#note(most, fullBudgetRepeats() !== again)
    if (most === whole) return outcome
    setEvaluationBudget(whole)
    return outcome.detail === spentDetail ? refusalOf(flag) : outcome
  }

  /** If the evaluation was repeated, both attempts may have used the full budget. */
  #note(most: BudgetLimits, wasAgain: boolean): void {
    const { steps, bytes } = left()
    this.#steps += wasAgain ? 2 * most.steps : most.steps - steps
    this.#bytes += wasAgain ? 2 * most.bytes : most.bytes - bytes
  }
}

function refusalOf(flag: CompiledFlag): Outcome {
  const known = refusals.get(flag) ?? failure(flag.key, 'GENERAL', sharedSpentDetail)
  refusals.set(flag, known)
  return known
}
