import { spent } from '../meter.ts'

/** What an act gives, or undefined where it throws: values of a context may have any code behind them. */
export const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch (problem) {
    if (problem === spent) throw problem
    return undefined
  }
}
