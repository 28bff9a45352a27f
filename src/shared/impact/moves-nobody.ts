import type { Datafile } from '../schemas/datafile.ts'
import { engineOf } from './compile.ts'
import { compare } from './difference.ts'
import { outOfSteps, type Spend } from './steps.ts'
import { extendedDocument } from './undecided.ts'

/** Whether it is proven that no context gets another answer of a flag. False if it cannot be decided. */
export const movesNobody = (before: Datafile, after: Datafile, nowMs: number, spend: Spend) => {
  const [old, next] = [engineOf(before), engineOf(after)]
  return (flag: string): boolean => {
    try {
      const { model, sides } = compare(old, next, [flag], nowMs, spend)
      const { diagrams, possible } = model
      const moving = diagrams.pair(...sides(flag), diagrams.no, () => diagrams.yes)
      return diagrams.and(moving, possible) === diagrams.no
    } catch (problem) {
      if (problem === outOfSteps || problem === extendedDocument) return false
      throw problem
    }
  }
}
