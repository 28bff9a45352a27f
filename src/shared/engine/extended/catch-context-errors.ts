import { budgetExhausted } from '../meter.ts'

/** Returns the result of `act`, or undefined if it throws: values of a context may run any code. */
export const catchContextErrors = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch (problem) {
    if (problem === budgetExhausted) throw problem
    return undefined
  }
}
