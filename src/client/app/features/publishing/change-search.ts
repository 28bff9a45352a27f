/** Parses the number of the change that a page edits. */
export const changeSearch = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
