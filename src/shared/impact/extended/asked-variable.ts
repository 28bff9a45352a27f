/** What is asked of a reading, as a variable of its own: whatever may come of it may come of any value. */
export const variableOf = (
  size: number,
  any: ReadonlySet<number>,
  ask: (value: unknown) => number,
  samples: (cell: number) => readonly unknown[],
) => ({
  size,
  cellOf: ask,
  questions: [],
  any,
  some: any,
  samples,
})

/** What a list in a document may hold. */
export const isListed = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
