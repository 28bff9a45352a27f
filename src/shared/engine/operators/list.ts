/** Whether a value is a list of bounded length. A sparse list can claim any length at no cost to the caller. */
export const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= 1_000_000
