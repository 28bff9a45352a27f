import type { Context } from '../schemas/context.ts'
import type { FlagType } from '../schemas/flag.ts'
import { check } from './explain/check.ts'
import { explainOne } from './explain/flag.ts'
import type { Run } from './explain/run.ts'
import type { Explanation, Step } from './explain/trace.ts'
import { catchContextErrors } from './extended/catch-context-errors.ts'
import { runWithFullBudget } from './meter.ts'
import type { OptionalModules } from './optional-module.ts'
import { failure, type Outcome, overBudget, typeOf } from './outcome.ts'
import { type Documents, flagOf } from './prerequisite.ts'
import { safeContext } from './safe-context.ts'

/**
 * Evaluates one flag with every step that led to the outcome. A separate interpreter that reads the documents directly.
 * Total. Outcomes have no counter (`slot` is -1), because an explanation is not an evaluation.
 */
export const explain = (
  documents: Documents,
  key: string,
  context: Context,
  nowMs: number,
  expected?: FlagType,
  profiles: OptionalModules = none,
): Explanation => {
  const flag = flagOf(documents, key)
  if (flag === undefined) return ended(failure(key, 'FLAG_NOT_FOUND', 'there is no such flag'))
  if (check(key, flag, documents, profiles).failed === null && expected !== undefined && flag.type !== expected) {
    return ended(failure(key, 'TYPE_MISMATCH', `the flag is of type ${flag.type}`))
  }
  const attempt = (of: Context) => {
    const explanation = explainFlag(key, {
      documents,
      profiles,
      context: of,
      nowMs,
      chain: [],
      asked: new Map(),
      ask: explainFlag,
    })
    const { value } = explanation.outcome
    if (expected === undefined || value === undefined || typeOf(value) === expected) return explanation
    return ended(failure(key, 'TYPE_MISMATCH', `the flag is of type ${flag.type}`), explanation.steps)
  }
  // If the context throws, the shielded retry uses the remaining budget.
  const either = () => catchContextErrors(() => attempt(context)) ?? attempt(safeContext(context))
  try {
    return runWithFullBudget(either) ?? ended(overBudget(key))
  } catch {
    return ended(failure(key, 'GENERAL', 'the flag could not be evaluated for this context'))
  }
}

const none: OptionalModules = {}

const ended = (outcome: Outcome, steps: readonly Step[] = []): Explanation => ({ outcome, steps })

const explainFlag = (key: string, around: Omit<Run, 'flag' | 'salt' | 'wide'>): Explanation => {
  const { documents, profiles } = around
  const flag = flagOf(documents, key)
  if (flag === undefined) return ended(failure(key, 'FLAG_NOT_FOUND', 'there is no such flag'))
  const { failed, wide } = check(key, flag, documents, profiles)
  if (failed !== null) return ended(failed)
  return explainOne({ ...around, flag, wide, salt: flag.salt, chain: [...around.chain, key] })
}
