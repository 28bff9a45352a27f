const view = new DataView(new ArrayBuffer(8))

/** Returns the next larger number in binary64. ±0 count as one number. */
const nextUp = (value: number): number => {
  if (value === 0) return Number.MIN_VALUE
  if (value === Number.MAX_VALUE) return Number.POSITIVE_INFINITY
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n))
  return view.getFloat64(0)
}

/** Whether no finite number lies between two. Undefined is the end of the number line. */
export const noneBetween = (low: number | undefined, high: number | undefined): boolean =>
  (low === undefined ? -Number.MAX_VALUE : nextUp(low)) >= (high ?? Number.POSITIVE_INFINITY) ||
  low === Number.MAX_VALUE

/** Returns some numbers strictly between two, natural ones first. */
export const numbersBetween = (low: number | undefined, high: number | undefined): number[] => {
  const [above, below] = [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY]
  const near = [...(low === undefined ? [] : [low + 1, Math.floor(low) + 1, low + 0.5, nextUp(low)])]
  if (high !== undefined) near.push(high - 1, Math.ceil(high) - 1, high - 0.5, -nextUp(-high))
  if (low !== undefined && high !== undefined) near.push(low / 2 + high / 2)
  return [...new Set([...near, 0, 1])].filter((value) => value > above && value < below && Number.isFinite(value))
}
