import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { CompiledFlag } from './compile.ts'
import { allow, doneAgain, left, spentDetail } from './meter.ts'
import { failure, type Outcome } from './outcome.ts'

type Most = { readonly steps: number; readonly bytes: number }

const whole: Most = { steps: limits.evaluationSteps, bytes: limits.evaluationBytes }
const scant: Most = { steps: limits.scantSteps, bytes: limits.scantBytes }

/** What people are told of a flag that found nothing left of the request's budget. */
export const sharedSpentDetail =
  `the flags of this request together take more than ${limits.bulkSteps} steps or ${limits.bulkBytes} bytes: ` +
  'ask for this flag by itself'

const refusals = new WeakMap<CompiledFlag, Outcome>()

/**
 * The budget that the evaluations of one request share. While there is some, each has its own whole one; afterwards each
 * has a scant one, in which an ordinary flag is answered as ever and a dear one is refused. What is answered depends on
 * the flags, their order, the context and the instant alone.
 */
export class SharedBudget {
  #steps = 0
  #bytes = 0

  /** How many steps were taken so far. */
  get steps(): number {
    return this.#steps
  }

  /** Whether what comes now has a scant budget. */
  get isSpent(): boolean {
    return this.#steps >= limits.bulkSteps || this.#bytes >= limits.bulkBytes
  }

  /** The outcome of a flag, whatever the meter had left. Never inside another evaluation. */
  pick(flag: CompiledFlag, context: Context, nowMs: number): Outcome {
    const most = this.isSpent ? scant : whole
    allow(most)
    const again = doneAgain()
    const outcome = flag.pick(context, nowMs)
    this.#note(most, doneAgain() !== again)
    if (most === whole) return outcome
    allow(whole)
    return outcome.detail === spentDetail ? refusalOf(flag) : outcome
  }

  /** Where an evaluation was done again, both times may have taken all there was. */
  #note(most: Most, wasAgain: boolean): void {
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
