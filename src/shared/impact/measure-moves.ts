import { limits } from '../limits.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { MoveMeasure } from '../schemas/impact.ts'
import { affectedFlags } from './affected.ts'
import { type Moving, moversIn } from './mover.ts'
import { movesNobody } from './moves-nobody.ts'
import { budgetOf, outOfSteps } from './steps.ts'

/**
 * How many of the contexts that were seen may get another answer of any flag: those who move, and those of whom it depends
 * on what they are kept without. A flag that comes is nobody's yet. `nobody` is a proof, whatever was seen. It cannot be
 * measured where too few were seen, where too many flags are affected, where a flag is not decided and reads what is kept
 * out, or where asking takes more steps than there are.
 */
export const measureMoves = (
  before: Datafile,
  after: Datafile,
  contexts: readonly Context[],
  { steps = limits.moveSteps, ...options }: Omit<Moving, 'spend' | 'asked'>,
): MoveMeasure => {
  const { changed, through } = affectedFlags(before, after)
  const affected = [...changed, ...through].filter((flag) => Object.hasOwn(before.flags, flag))
  if (affected.length > limits.impactFlags) return { state: 'unmeasured', because: 'many', contexts: contexts.length }
  const spend = budgetOf(limits.gateSteps)
  const isProven = movesNobody(before, after, options.nowMs, spend)
  const flags = affected.filter((flag) => !isProven(flag))
  if (flags.length === 0) return { state: 'nobody' }
  if (contexts.length < limits.moveSampleLeast)
    return { state: 'unmeasured', because: 'few', contexts: contexts.length }
  const moverOf = moversIn(before, after, { ...options, spend, asked: budgetOf(steps) })
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
