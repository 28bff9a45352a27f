import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { MoveMeasure } from '../schemas/impact.ts'
import { affectedFlags } from './affected.ts'
import { type FlagComparerOptions, flagComparersFor } from './flag-comparer.ts'
import { proveNoMove } from './prove-no-move.ts'
import { createStepBudget, outOfSteps } from './steps.ts'

/**
 * Counts the sampled contexts that may get another value of any flag: those that move, and those for which it depends
 * on excluded attributes. New flags do not count.
 * `nobody` is a proof, independent of the sample. The result is `unmeasured` if too few contexts were sampled, if too
 * many flags are affected, if an undecided flag reads an excluded attribute, or if evaluation exceeds the step budget.
 */
export const measureMoves = (
  before: Datafile,
  after: Datafile,
  contexts: readonly Context[],
  { steps = limits.moveSteps, ...options }: Omit<FlagComparerOptions, 'spend' | 'asked'>,
): MoveMeasure => {
  const { changed, through } = affectedFlags(before, after)
  const affected = [...changed, ...through].filter((flag) => Object.hasOwn(before.flags, flag))
  if (affected.length > limits.impactFlags) return { state: 'unmeasured', because: 'many', contexts: contexts.length }
  const spend = createStepBudget(limits.gateSteps)
  const isProven = proveNoMove(before, after, options.nowMs, spend)
  const flags = affected.filter((flag) => !isProven(flag))
  if (flags.length === 0) return { state: 'nobody' }
  if (contexts.length < limits.moveSampleLeast)
    return { state: 'unmeasured', because: 'few', contexts: contexts.length }
  const moverOf = flagComparersFor(before, after, { ...options, spend, asked: createStepBudget(steps) })
  const moving = new Uint8Array(contexts.length)
  try {
    for (const flag of flags) {
      const { moveOf, measured } = moverOf(flag)
      if (!measured) return { state: 'unmeasured', because: 'unknown', contexts: contexts.length }
      for (const [at, context] of contexts.entries())
        if (moving[at] === 0 && moveOf(context).becomes !== 'stays') moving[at] = 1
    }
  } catch (problem) {
    if (problem === outOfSteps) return { state: 'unmeasured', because: 'steps', contexts: contexts.length }
    throw problem
  }
  return { state: 'measured', moved: moving.reduce((sum, one) => sum + one, 0), contexts: contexts.length }
}
