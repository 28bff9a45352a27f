/** A list that can be looked through in bounded time: a length is a claim that costs its maker nothing. */
export const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= 1_000_000
