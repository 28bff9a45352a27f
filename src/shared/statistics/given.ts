/** A number that can be reckoned with; throws a RangeError that names the field otherwise. */
export const finite = (value: number, field: string): number => {
  if (!Number.isFinite(value)) throw new RangeError(`${field} must be a finite number, not ${String(value)}`)
  return value
}

/** A whole number from 0 up that a double holds exactly. */
export const count = (value: number, field: string): number => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${field} must be a whole number from 0 to 2^53 - 1, not ${String(value)}`)
  return value
}

/** A number above 0. */
export const positive = (value: number, field: string): number => {
  if (!(finite(value, field) > 0)) throw new RangeError(`${field} must be above 0, not ${String(value)}`)
  return value
}

/** A number from 0 up. */
export const notNegative = (value: number, field: string): number => {
  if (finite(value, field) < 0) throw new RangeError(`${field} must not be below 0, but is ${String(value)}`)
  return value
}

/** A probability that is neither 0 nor 1: an error rate, a share of a split. */
export const between0And1 = (value: number, field: string): number => {
  if (!(value > 0 && value < 1)) throw new RangeError(`${field} must be between 0 and 1, not ${String(value)}`)
  return value
}
