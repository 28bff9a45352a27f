import type { Datafile } from '../schemas/datafile.ts'
import { engineOf } from './compile.ts'
import { compare } from './difference.ts'
import { outOfSteps, type SpendSteps } from './steps.ts'
import { undecidableDocument } from './undecided.ts'

/** Whether it is proven that no context gets another answer of a flag. False if it cannot be decided. */
export const proveNoMove = (before: Datafile, after: Datafile, nowMs: number, spend: SpendSteps) => {
  const [old, next] = [engineOf(before), engineOf(after)]
  return (flag: string): boolean => {
    try {
      const { model, sides } = compare(old, next, [flag], nowMs, spend)
      const { diagrams, possible } = model
      const moving = diagrams.pair(...sides(flag), diagrams.no, () => diagrams.yes)
      return diagrams.and(moving, possible) === diagrams.no
    } catch (problem) {
      if (problem === outOfSteps || problem === undecidableDocument) return false
      throw problem
    }
  }
}
