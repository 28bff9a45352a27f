/** Creates a variable for a test of an extended attribute reference. Any cell is possible for any value. */
export const createTestVariable = (
  size: number,
  any: ReadonlySet<number>,
  ask: (value: unknown) => number,
  samples: (cell: number) => readonly unknown[],
  /** What may come of a text that is not named. */
  some: ReadonlySet<number> = any,
) => ({
  size,
  cellOf: ask,
  questions: [],
  any,
  some,
  samples,
})

/** Whether a list in a document may contain a value. */
export const isListed = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
