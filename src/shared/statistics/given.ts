/** Checks that a number is finite. Throws a `RangeError` that names the field. */
export const finite = (value: number, field: string): number => {
  if (!Number.isFinite(value)) throw new RangeError(`${field} must be a finite number, not ${String(value)}`)
  return value
}

/** Checks for an integer from 0 up that a double represents exactly. */
export const count = (value: number, field: string): number => {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${field} must be a whole number from 0 to 2^53 - 1, not ${String(value)}`)
  return value
}

export const positive = (value: number, field: string): number => {
  if (!(finite(value, field) > 0)) throw new RangeError(`${field} must be above 0, not ${String(value)}`)
  return value
}

export const notNegative = (value: number, field: string): number => {
  if (finite(value, field) < 0) throw new RangeError(`${field} must not be below 0, but is ${String(value)}`)
  return value
}

/** Checks for a probability other than 0 and 1: an error rate, or a share of a split. */
export const between0And1 = (value: number, field: string): number => {
  if (!(value > 0 && value < 1)) throw new RangeError(`${field} must be between 0 and 1, not ${String(value)}`)
  return value
}
