/** Thrown if an analysis exceeds its step budget. */
export const outOfSteps: Error = new RangeError('the analysis has used its steps')

/**
 * Spends steps. Counts work instead of time, so that results are equal in browsers, servers and builds. Throws
 * `outOfSteps`.
 */
export type SpendSteps = (steps: number) => void

/** Creates a step budget. Steps count node slots created or visited, and values tried. */
export const createStepBudget = (steps: number): SpendSteps => {
  let left = steps
  return (spent) => {
    left -= spent
    if (left < 0) throw outOfSteps
  }
}
