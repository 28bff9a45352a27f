/** Splits values at their gaps into ranges of index and value. */
export const splitAtGaps = (values: readonly (number | null)[]): { at: number; value: number }[][] => {
  const found: { at: number; value: number }[][] = []
  let current: { at: number; value: number }[] | null = null
  for (const [at, value] of values.entries()) {
    if (value === null) current = null
    else {
      if (current === null) {
        current = []
        found.push(current)
      }
      current.push({ at, value })
    }
  }
  return found
}
