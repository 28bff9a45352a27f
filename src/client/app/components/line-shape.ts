/** A number that a scale may end at: the next of 1, 2, 5 times a power of ten. */
export const scaleEnd = (largest: number): number => {
  if (largest <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [1, 2, 5, 10].find((one) => one * power >= largest) ?? 10
  return step * power
}

/** The stretches of a line between its gaps, each a list of places and heights. */
export const stretches = (values: readonly (number | null)[]): { at: number; value: number }[][] => {
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
