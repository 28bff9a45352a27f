/** Thrown if an extended document tests something that the analysis does not decide. */
export const undecidableDocument: Error = new RangeError('the document asks what is not decided')

/** Thrown if a set of contexts is known, but no condition can describe it. */
export const inexpressible: Error = new RangeError('no condition says this')
