/** Thrown if an operation has no result. The whole query then does not apply. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

/** A shared instance: no one reads its stack trace. */
export const failed: Failed = new Failed()
