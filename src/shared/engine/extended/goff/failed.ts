/** An operation that has no result. The whole query does not apply then. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

/** Thrown for every failure: no one reads where it came from. */
export const failed: Failed = new Failed()
