import type { Outcome } from '../../../shared/engine/outcome.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import { createValueCheck } from './accept.ts'
import type { Call } from './calls.ts'
import type { Attributes, Flag } from './define-flags.ts'
import type { Details } from './details.ts'
import { detailsOf } from './details-of.ts'

/** What evaluates a flag: its compiled form, or an outcome that explains why there is none. */
export type EvaluationTarget = {
  readonly pick: (context: Context, nowMs: number) => Outcome
  /** Whether the result depends on the time. If not, the clock is not read: that costs more than an evaluation. */
  readonly timed: boolean
}

export type HandleOptions = {
  /** Finds the current target of a flag. Called once after each update. */
  readonly target: (flag: Flag) => EvaluationTarget
  readonly now: () => number
  readonly revision: () => number | null
  /** Records an evaluation. */
  readonly hit: (slot: number, context: Attributes) => void
  /** The counter of evaluations that used the declared default. */
  readonly defaultSlot: (key: string) => number
}

export type Handle = {
  readonly call: Call<unknown>
  /** Makes the next call look up the target again, after an update. */
  readonly repoint: () => void
}

const emptyContext: Attributes = Object.freeze({})

/** Creates the call of one flag. An update resets one pointer. */
export const createHandle = (flag: Flag, options: HandleOptions): Handle => {
  const { now, revision, hit, defaultSlot } = options
  const { key, default: fallback } = flag
  const accepts = createValueCheck(flag)
  // A flag is compiled on its first evaluation, not when the datafile arrives.
  const unresolved: EvaluationTarget = {
    timed: true,
    pick: (context, nowMs) => {
      target = options.target(flag)
      return target.pick(context, nowMs)
    },
  }
  let target = unresolved

  const call = (context: Attributes = emptyContext): unknown => {
    const outcome = target.pick(context, target.timed ? now() : 0)
    const value = outcome.value
    if (value !== undefined && accepts(value)) {
      hit(outcome.slot, context)
      return value
    }
    hit(value === undefined ? outcome.slot : defaultSlot(key), context)
    return fallback
  }

  const details = (context: Attributes = emptyContext): Details<unknown> => {
    const outcome = target.pick(context, target.timed ? now() : 0)
    const found = detailsOf(outcome, revision(), fallback, accepts)
    hit(found.errorCode === 'TYPE_MISMATCH' ? defaultSlot(key) : outcome.slot, context)
    return found
  }

  const peek = (context: Attributes = emptyContext): unknown => {
    const { value } = target.pick(context, target.timed ? now() : 0)
    return value !== undefined && accepts(value) ? value : fallback
  }

  return {
    call: Object.freeze(Object.assign(call, { details, peek })),
    repoint: () => {
      target = unresolved
    },
  }
}
