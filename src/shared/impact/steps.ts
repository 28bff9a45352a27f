/** Thrown when a question takes more work than it may. */
export const outOfSteps: Error = new RangeError('the analysis has used its steps')

/** Counts work, not time, so that a browser, a server and a build say the same. Throws `outOfSteps`. */
export type Spend = (steps: number) => void

/** A budget of steps: slots of nodes made or visited, and values tried. */
export const budgetOf = (steps: number): Spend => {
  let left = steps
  return (spent) => {
    left -= spent
    if (left < 0) throw outOfSteps
  }
}
